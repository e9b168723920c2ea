/**
 * Orders route files by their ids. Registration order decides what applies to what, so in each
 * folder middleware, layout and error page come before pages, and pages before the folders and
 * names that match more: plain names, then parameters, then rest parameters.
 */
export function compareRouteIds(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const x = left[i] ?? "";
    const y = right[i] ?? "";
    if (x === y) continue;
    const order = rank(x, i === left.length - 1) - rank(y, i === right.length - 1);
    return order !== 0 ? order : x < y ? -1 : 1;
  }
  return 0;
}

const SPECIAL = ["_app", "_middleware", "_layout", "_error", "_500", "_404"];

function rank(name: string, isFile: boolean): number {
  const special = isFile ? SPECIAL.indexOf(name) : -1;
  if (special !== -1) return special;
  if (isFile && name === "index") return SPECIAL.length;
  if (name.startsWith("[...")) return SPECIAL.length + 3;
  if (name.startsWith("[")) return SPECIAL.length + 2;
  return SPECIAL.length + 1;
}
