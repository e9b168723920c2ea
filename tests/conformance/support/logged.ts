/** Runs something with console.error recorded instead of shown, and returns what was logged. */
export async function logged(run: () => Promise<void>): Promise<string> {
  const original = console.error;
  const lines: string[] = [];
  console.error = (...values: unknown[]) => lines.push(values.map(String).join(" "));
  try {
    await run();
  } finally {
    console.error = original;
  }
  return lines.join("\n");
}
