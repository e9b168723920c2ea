/** How times are written on pages. Used by the server's pages and by the islands alike. */

/** A place in the recording: `0:05`, `12:34`, `1:02:03`. Fractions of a second are cut, not rounded. */
export function clockTime(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const seconds = String(whole % 60).padStart(2, "0");
  if (hours === 0) return `${minutes}:${seconds}`;
  return `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

/** A length in words that people say: `7 s`, `12 min 34 s`, `1 h 2 min`. */
export function durationWords(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1000));
  if (whole < 60) return `${whole} s`;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${whole % 60} s`;
}

const DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** A wall-clock moment in the box's own time zone: `Thu, 2 Jan 2025, 14:05`. */
export function dateWords(wallMs: number): string {
  return DATE.format(wallMs);
}
