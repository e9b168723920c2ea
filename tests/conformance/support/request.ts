import type { App } from "fresh";

/** What a test looks at in a response. */
export interface Seen {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends one request to an app's handler. */
export async function request<State>(
  app: App<State>,
  path: string,
  init?: RequestInit,
): Promise<Seen> {
  return await send(app.handler(), path, init);
}

/** Sends one request to a handler, such as that of a built server. */
export async function send(
  handler: (req: Request) => Promise<Response>,
  path: string,
  init?: RequestInit,
): Promise<Seen> {
  const response = await handler(new Request(`http://localhost${path}`, init));
  return { status: response.status, headers: response.headers, body: await response.text() };
}
