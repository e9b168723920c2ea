import { prepareTalkativeModel } from "./ollama_for_test.ts";

/** Starting takes a second; a machine that is busy with other tests takes its time. */
const START_DEADLINE_MS = 60_000;
const POLL_MS = 100;

/** An Ollama of this test's own, which may be killed as the plug being pulled would kill it. */
export interface KillableOllama extends AsyncDisposable {
  readonly url: string;
  /** Resolves, when it answers, to the name of the small model in it. */
  start(): Promise<string>;
  /** `kill -9` of the server and of the runner that holds the model; resolves when both are gone. */
  kill(): Promise<void>;
}

/**
 * An Ollama from ALBA_TEST_OLLAMA_PROGRAM (the path of `ollama`), which has the small model in the
 * folder that OLLAMA_MODELS names; not started yet. Null, and the reason, where there is none.
 */
export function killableOllama(): KillableOllama | { readonly missing: string } {
  const program = Deno.env.get("ALBA_TEST_OLLAMA_PROGRAM") ?? "";
  if (program === "") return { missing: "ALBA_TEST_OLLAMA_PROGRAM names no program" };
  const address = freeAddress();
  const url = `http://${address}`;
  let child: Deno.ChildProcess | null = null;
  const kill = async () => {
    if (child === null) return;
    // The runner is in the group that setsid has made; the server alone would leave it behind.
    Deno.kill(-child.pid, "SIGKILL");
    await child.status;
    child = null;
  };
  return {
    url,
    async start() {
      child = new Deno.Command("setsid", {
        args: [program, "serve"],
        env: { OLLAMA_HOST: address },
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      await answering(url);
      return await prepareTalkativeModel(url);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

function freeAddress(): string {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return `127.0.0.1:${listener.addr.port}`;
}

async function answering(url: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (!await isAnswering(url)) {
    if (performance.now() > deadline) throw new Error(`Cannot start Ollama: ${url} is silent`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/version`);
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
