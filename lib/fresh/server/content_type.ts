const TYPES: Record<string, string> = {
  css: "text/css; charset=UTF-8",
  gif: "image/gif",
  html: "text/html; charset=UTF-8",
  ico: "image/vnd.microsoft.icon",
  jpg: "image/jpeg",
  js: "text/javascript; charset=UTF-8",
  json: "application/json; charset=UTF-8",
  map: "application/json; charset=UTF-8",
  mjs: "text/javascript; charset=UTF-8",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=UTF-8",
  wasm: "application/wasm",
  wav: "audio/wav",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff2: "font/woff2",
};

/** The Content-Type of a file by the end of its name; bytes of unknown meaning otherwise. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return TYPES[extension] ?? "application/octet-stream";
}
