/** A session cookie, as a browser gets one by opening the home page. */
export async function visitCookie(origin: string): Promise<string> {
  const response = await fetch(origin);
  await response.body?.cancel();
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** A socket with the headers of a page of this service. */
export function openSocket(url: string, origin: string, cookie: string): WebSocket {
  const options: unknown = { headers: { origin, cookie } };
  // Deno's WebSocket takes headers, which the DOM's type does not know of.
  return Reflect.construct(WebSocket, [url.replace(/^http/, "ws"), options]);
}
