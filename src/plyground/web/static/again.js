/** For the page at the door: ask once more from our own site, since a link from another one brings no cookie along. */

const here = new URL(location.href);
if (!here.searchParams.has("again")) {
  here.searchParams.set("again", "1");
  location.replace(here.href);
}
