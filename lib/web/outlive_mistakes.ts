import { getLogger } from "@logtape/logtape";

/**
 * From here on a mistake of ours that nothing caught costs what it was in the middle of, not the
 * process: every room's recording runs in it. Only the error's class is logged; its message may hold
 * what a patient said (SE5).
 */
export function outliveMistakes(process: EventTarget): void {
  const log = getLogger(["alba", "process"]);
  const outlive = (event: Event, error: unknown) => {
    event.preventDefault();
    const name = error instanceof Error ? error.name : "unknown";
    log.error("A mistake was caught by nothing", { kind: event.type, error: name });
  };
  process.addEventListener("error", (event) => {
    outlive(event, event instanceof ErrorEvent ? event.error : null);
  });
  process.addEventListener("unhandledrejection", (event) => {
    outlive(event, event instanceof PromiseRejectionEvent ? event.reason : null);
  });
}
