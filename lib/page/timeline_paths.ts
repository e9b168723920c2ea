/** The timeline's shapes as SVG path data; pure, so that the server draws an hour in one go. */

/** Width of the picture in its own units; the page stretches it to the room there is. */
export const PICTURE_WIDTH = 1000;

/** Height of one lane, in pixels of the page. */
export const LANE_HEIGHT = 28;

/** Narrower than this a bar could not be seen on a telephone. */
const NARROWEST = 5;

/** A picture of 1,000 units shows no more steps than these. */
const MOST_STEPS = 500;

interface SpanMs {
  readonly startMs: number;
  readonly endMs: number;
}

/** Bars of one lane, `top` from the picture's upper edge. */
export function barsPath(spans: readonly SpanMs[], durationMs: number, top: number): string {
  const inset = LANE_HEIGHT / 5;
  return spans.map(({ startMs, endMs }) => {
    const from = xOf(startMs, durationMs);
    const width = Math.max(NARROWEST, xOf(endMs, durationMs) - from);
    return `M${short(from)} ${short(top + inset)}h${short(width)}v${
      short(LANE_HEIGHT - 2 * inset)
    }` +
      `h${short(-width)}z`;
  }).join("");
}

/**
 * Loudness as an area that grows from the lane's foot; `levels` are 0 to 255, one for each `stepMs`.
 * Several steps are drawn as the loudest of them.
 */
export function energyPath(
  { levels, stepMs }: { readonly levels: readonly number[]; readonly stepMs: number },
  durationMs: number,
  top: number,
): string {
  if (levels.length === 0 || durationMs <= 0) return "";
  const each = Math.max(1, Math.ceil(levels.length / MOST_STEPS));
  const foot = top + LANE_HEIGHT;
  let path = `M0 ${foot}`;
  for (let first = 0; first < levels.length; first += each) {
    const level = Math.max(...levels.slice(first, first + each));
    path += `L${short(xOf(first * stepMs, durationMs))} ${
      short(foot - (LANE_HEIGHT - 2) * level / 255)
    }`;
  }
  return `${path}L${short(xOf(levels.length * stepMs, durationMs))} ${foot}z`;
}

/** Marks at places of the recording: a line over the lane's height each. */
export function marksPath(placesMs: readonly number[], durationMs: number, top: number): string {
  return barsPath(
    placesMs.map((atMs) => ({ startMs: atMs, endMs: atMs })),
    durationMs,
    top,
  );
}

/** Places in the picture, 0 to `PICTURE_WIDTH`. */
function xOf(ms: number, durationMs: number): number {
  if (durationMs <= 0) return 0;
  return PICTURE_WIDTH * Math.min(1, Math.max(0, ms / durationMs));
}

/** A tenth of a unit is finer than any screen. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
