import { parseArgs } from "node:util";
import { machine } from "./machine.ts";
import { measureReal } from "./scheduler_real.ts";
import { simulate } from "./scheduler_simulation.ts";

/**
 * `deno run -A bench/scheduler.ts [--json] [--ollama URL --model NAME [--short URL]]`: what an
 * officer waits for behind a pass, with one model server and with two: simulated at the source's
 * call times, and on a real Ollama where one is given; there also the tokens saved at the brace and
 * what the prompt cache does. Simulated numbers are exact; real ones are true of this machine at
 * its load, and their ratios hold further.
 */
const { values } = parseArgs({
  args: Deno.args,
  options: {
    json: { type: "boolean", default: false },
    ollama: { type: "string" },
    model: { type: "string", default: "medgemma" },
    short: { type: "string" },
  },
});

const SEED = 7;
const LAYOUTS = [1, 2].flatMap((rooms) => [1, 2].map((servers) => ({ rooms, servers } as const)));

const simulated = LAYOUTS.map(({ rooms, servers }) =>
  simulate({ rooms, servers: servers === 1 ? 1 : 2 }, SEED)
);
const real = values.ollama === undefined ? null : await measureReal({
  url: values.ollama,
  shortUrl: values.short ?? null,
  model: values.model,
});
const result = { bench: "scheduler", machine: machine(), simulated, real };
console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
