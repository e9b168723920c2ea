/** Turns one name of a route file or folder into its URLPattern form; null when it is transparent. */
function patternPart(part: string, file: string): string | null {
  if (part.startsWith("(") && part.endsWith(")")) return null;
  const rest = /^\[\.\.\.([^\][]+)\]$/.exec(part);
  if (rest !== null) return `/:${rest[1]}*`;
  const optional = /^\[\[([^\][]+)\]\]$/.exec(part);
  if (optional !== null) return `{/:${optional[1]}}?`;
  const pattern = part.replace(/\[([^\][]+)\]/g, ":$1");
  if (/[[\]]/.test(pattern) || part.includes("][")) {
    throw new SyntaxError(
      `Cannot route "${file}": "${part}" is not a valid parameter`,
    );
  }
  return `/${pattern}`;
}

/**
 * The URLPattern path of a route file.
 *
 * @param id the file's path below the routes folder, without its extension, such as `desk/[id]`
 * @throws SyntaxError when a name has unbalanced or adjoining brackets
 */
export function routePattern(id: string): string {
  const parts = id.split("/");
  if (parts.at(-1) === "index") parts.pop();
  const pattern = parts.map((part) => patternPart(part, id)).join("");
  return pattern === "" ? "/" : pattern;
}

/** The segment path of a route folder; it keeps groups, which have layouts of their own. */
export function folderPattern(folder: string): string {
  return folder.split("/").filter((part) => part !== "")
    .map((part) => patternPart(part, folder) ?? `/${part}`).join("");
}
