/** Why a request goes no further: a stable code for programs, a sentence for people. */
export interface Refusal {
  readonly status: 401 | 403 | 411 | 413 | 421 | 429;
  readonly code: string;
  /** What was refused and what to do about it; never holds anything the request sent. */
  readonly words: string;
}

/** Plain text, because a refused request may come from a page that is not ours. */
export function refusalResponse(refusal: Refusal): Response {
  return new Response(`${refusal.words}\n`, {
    status: refusal.status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Alba-Refusal": refusal.code },
  });
}
