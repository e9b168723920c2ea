/** True where a `python3` can be run; the tests of real worker processes need nothing else. */
export function pythonAvailable(): boolean {
  try {
    return new Deno.Command("python3", { args: ["-c", ""], stdin: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
