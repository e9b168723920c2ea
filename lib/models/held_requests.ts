import type { PassRequest } from "@/lib/models/schedule_state.ts";

/** What a pass was held for is done, so that nothing holds it any more. */
export function released(
  requests: readonly PassRequest[],
  consultation: string,
  nowMs: number,
): readonly PassRequest[] {
  return requests.map((request) =>
    request.consultation === consultation
      ? { ...request, heldUntilMs: nowMs, afterPassMs: 0 }
      : request
  );
}

/** On one server nothing was prepared behind the pass: what may wait lets that go first (LA2). */
export function heldAfterPass(
  requests: readonly PassRequest[],
  consultation: string,
  nowMs: number,
): readonly PassRequest[] {
  return requests.map((request) =>
    request.consultation === consultation && request.afterPassMs > 0
      ? { ...request, heldUntilMs: nowMs + request.afterPassMs, afterPassMs: 0 }
      : request
  );
}
