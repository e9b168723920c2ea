/** Output beyond this is dropped from its front; the cause of a failure stands at its end. */
const MAX_OUTPUT_CHARS = 64 * 1024;

export interface ProgramResult {
  readonly success: boolean;
  /** Standard output and error as they came, its last part when it was long. */
  readonly output: string;
}

/** Runs a program to its end with Alba's environment (proxy and certificate settings). Never throws. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  onLine?: (line: string) => void,
) => Promise<ProgramResult>;

/** Runs programs for real; what they print is also given to `log`, for whoever mends the box. */
export function programRunner(log: (text: string) => void): RunProgram {
  return async (command, args, onLine = () => {}) => {
    let child: Deno.ChildProcess;
    try {
      const piped = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
      child = new Deno.Command(command, { args: [...args], ...piped }).spawn();
    } catch (error) {
      return { success: false, output: error instanceof Error ? error.message : String(error) };
    }
    let output = "";
    const keep = (line: string) => {
      log(`${line}\n`);
      output = `${output}${line}\n`.slice(-MAX_OUTPUT_CHARS);
      onLine(line);
    };
    const [{ success }] = await Promise.all([
      child.status,
      eachLine(child.stdout, keep),
      eachLine(child.stderr, keep),
    ]);
    return { success, output };
  };
}

async function eachLine(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  }
  if (rest !== "") onLine(rest);
}
