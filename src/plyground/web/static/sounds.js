/** Sounds, made here and off at first: a knock for a move, two for one of several parts, a chord for the end. */

const KNOCK = [330, 0.07];
const KNOCKS = [KNOCK, [262, 0.09]];
const END = [
  [392, 0.16],
  [494, 0.16],
  [587, 0.3],
];

/**
 * Let the page be heard where the settings say so.
 * @param {App} app
 */
export function listenForSounds(app) {
  /** @type {AudioContext | null} */
  let audio = null;
  let [game, plies, over] = ["", 0, false];
  app.events.on("state", () => {
    const state = /** @type {State} */ (app.table.state);
    const moved = state.game.id === game && app.table.turns.length > plies;
    const ended = state.game.id === game && Boolean(state.outcome) && !over;
    [game, plies, over] = [state.game.id, app.table.turns.length, Boolean(state.outcome)];
    if (!app.settings.get("sounds") || !(moved || ended)) return;
    audio ??= new AudioContext();
    play(audio, ended ? END : (state.last?.steps.length ?? 0) > 2 ? KNOCKS : [KNOCK]);
  });
}

/**
 * Tones one after the other, each fading away.
 * @param {AudioContext} audio
 * @param {number[][]} tones
 */
function play(audio, tones) {
  let at = audio.currentTime + 0.01;
  for (const [pitch, length] of tones) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.16, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length + 0.1);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.12);
    at += length;
  }
}
