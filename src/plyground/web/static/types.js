/**
 * The shapes of what the server says (docs/web.md) and of what the parts of the page share. No browser loads this file:
 * a type checker reads it, and knows these names everywhere because it is no module.
 *
 * @typedef {{name: string, x: number, y: number, column: number, row: number, shape: string, holds: string,
 *   width: number, height: number, shade: string | null}} Cell
 * @typedef {{left: number, top: number, width: number, height: number}} Extent
 * @typedef {{cells: Cell[], extent: Extent, lines: {points: number[][]}[], borders: {points: number[][], seat: number}[],
 *   labels: {text: string, x: number, y: number}[], buttons: string[], material: string}} Board
 * @typedef {{cell: string, seat: number | null, kind: string}} Piece
 * @typedef {{seat: number, name: string, number: number}} Reserve
 * @typedef {{pieces: Piece[], mover: number, reserves: Reserve[]}} Scene
 * @typedef {{move: string, steps: string[], seat: number}} Last
 * @typedef {{kind: "estimate" | "win" | "loss" | "draw", value: number, plies?: number, chance?: number | null}} Score
 * @typedef {{winner: number | null, fault: number | null, reason: string, detail: string}} Outcome
 *
 * @typedef {object} Picture what is shown of a position, on the table or looked at
 * @property {number} ply
 * @property {string} position
 * @property {number} mover
 * @property {Scene} scene
 * @property {any[][]} moves
 * @property {Last | null} last
 * @property {string[]} winning
 * @property {string[]} forbidden
 * @property {Outcome | null} outcome
 *
 * @typedef {{id: string, name: string, title: string, options: Record<string, string>, seats: string[],
 *   openings: boolean, start: string, saved: number | null, called: string}} Game
 * @typedef {{state: "saved" | "saving" | "failed", saved: number | null, why: string}} Saving
 * @typedef {{player: string, mine: boolean, present: boolean}} Player
 * @typedef {{move: string, seat: number, seconds: number, comment: string, score: Score | null}} Turn
 * @typedef {{control: string, left: number[], per_move: number | null, running: number | null, spent: number}} Clock
 * @typedef {{seat: string, player: string, plays: number, steps: number, seconds: number, seconds_a_play: number,
 *   nodes: number}} Side
 * @typedef {Picture & {table: string, version: number, full: boolean, game: Game, board?: Board, players: Player[],
 *   mode: string, owner: boolean, invite: string | null, my_turn: boolean, turns: {from: number, list: Turn[]},
 *   undone: number, clock: Clock, thinking: {seat: number, agent: string, waiting: boolean,
 *   before: number, compiling: boolean, building: boolean} | null, paused: boolean,
 *   pace: number, can: Record<string, boolean>, asks: {what: string, seat: number, mine: boolean, left: number} | null,
 *   summary: {sides: Side[]} | null, saving: Saving, other: number | null}} State
 * @typedef {{ply?: number, start?: string, moves?: string[]}} Place
 *
 * @typedef {{name: string, kind: string, default: string, meaning: string, low?: number, high?: number, step?: number,
 *   choices?: string[], fewest?: number}} GameOption
 * @typedef {{name: string, title: string, summary: string, seats: string[], options: GameOption[], levels: string[],
 *   ladder: string[], expects: Record<string, string>, formats: string[], endings: string[], engines?: string[],
 *   report: {title: string, players: string[], note: string} | null,
 *   searches: {name: string, summary: string}[], heuristics: {name: string, summary: string}[]}} GameEntry
 *
 * @typedef {{score: Score, moves: string[], steps: string[], bar: number | null}} Line
 * @typedef {{position: string, mover: number, final: boolean, depth: number, nodes: number, seconds: number, bar: number | null,
 *   lines: Line[]}} AnalysisAnswer
 * @typedef {{position: string, stage: number, kind: string, step: string | null, area: string[], move: string | null,
 *   steps: string[] | null}} HintAnswer
 * @typedef {{game: string, ply: number, bar: number, final: boolean}} GraphAnswer
 * @typedef {{ply: number, seat: number, move: string, before: number, after: number, lost: number,
 *   mark: "" | "inaccuracy" | "mistake" | "blunder", better: string[], exact: boolean, forced: boolean}} JudgedMove
 * @typedef {{moves: JudgedMove[], chances: number[], courses: [number, number][][],
 *   sides: {accuracy: number | null, marks: Record<string, number>}[]}} GameReview
 * @typedef {{name: string, heuristic?: string | null, depth?: number | null, nodes?: number | null,
 *   options?: Record<string, string>}} SearchChoice
 * @typedef {{position: string, final: boolean, games: number, moves: {move: string, games: number, won: number, drawn: number,
 *   lost: number, score: number | null}[]}} Explored
 * @typedef {{game: string, daily: number, next: number, streak: number, solved: number[],
 *   puzzles: {options: Record<string, string>, position: string, plies: number, rating: number}[]}} PuzzleList
 * @typedef {{verdict: "wrong" | "right" | "solved" | null, reply: string | null, step: string, move: string}} PuzzleAnswer
 * @typedef {{game: string, done: number, all: number, review: GameReview | null}} ReviewAnswer
 * @typedef {{saved: number, name: string, game: string, plies: number, players: string[], result: string,
 *   changed: string}} SavedGame
 * @typedef {{games: SavedGame[], damaged: string[]}} SavedAnswer
 *
 * @typedef {object} App what every part of the page is given
 * @property {import("./events.js").Events} events
 * @property {import("./settings.js").Settings} settings
 * @property {import("./catalogue.js").Catalogue} catalogue
 * @property {import("./socket.js").Socket} socket
 * @property {import("./table.js").Table} table
 * @property {import("./view.js").View} view
 * @property {import("./chooser.js").Chooser} chooser
 * @property {import("./boardview.js").BoardView} board
 * @property {import("./analysis.js").Analysis} analysis
 * @property {import("./motion.js").Motion} motion
 * @property {import("./editor.js").Editor} editor
 * @property {any} welcome the server's first message
 *
 * @typedef {object} Shown what is on the board for the moment
 * @property {Piece[]} pieces
 * @property {string[]} last
 * @property {string[]} winning
 * @property {Set<string>} targets
 * @property {string[]} path the clicks so far
 * @property {string[]} hints
 * @property {string[]} best the first step of the best lines
 * @property {{cell: string, look: string} | null} preview what is under the pointer
 * @property {number} mover
 * @property {string | null} lifted the cell of the piece that is dragged
 *
 * @typedef {object} Command
 * @property {string} id
 * @property {string} menu
 * @property {string} [keys] as shown: `Alt+N`
 * @property {(app: App) => void} run
 * @property {(app: App) => boolean} [enabled]
 * @property {(app: App) => boolean} [pressed] for what is on or off
 *
 * @typedef {object} Choice what is chosen so far
 * @property {string} game
 * @property {Record<string, Record<string, string>>} options by game, only those that differ from the usual
 * @property {string[]} players
 * @property {boolean} [random] whether a person and a computer draw lots for the sides
 * @property {{kind: string, minutes: number, seconds: number, each: number}} time
 */
