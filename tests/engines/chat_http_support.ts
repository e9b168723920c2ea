/** A call to a server of the test's own takes no longer on the most loaded machine. */
const DEADLINE_MS = 20_000;

/** An address at which nobody listens. */
export function closedPort(): string {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  return `http://127.0.0.1:${port}`;
}

/** The promise's value, or a failure when it takes too long. */
export async function withinDeadline<T>(
  promise: Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the call never ended")), deadlineMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
