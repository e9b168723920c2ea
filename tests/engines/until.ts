/** Real processes take real time; a test that waits longer than this has failed. */
const DEADLINE_MS = 30_000;
const POLL_MS = 5;

/** Waits until the condition holds; throws after the deadline. */
export async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > DEADLINE_MS) throw new Error("the condition never held");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
