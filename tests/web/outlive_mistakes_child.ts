import { configureLogs } from "@/lib/web/configure_logs.ts";
import { outliveMistakes } from "@/lib/web/outlive_mistakes.ts";

/** A process in which every kind of mistake is made that nothing catches, and which then goes on. */
const SECRET = "my chest hurts";

await configureLogs({ write: (line) => console.log(line) });
outliveMistakes(globalThis);
setTimeout(() => {
  throw new RangeError(SECRET);
}, 0);
queueMicrotask(() => {
  throw new SyntaxError(SECRET);
});
void Promise.reject(new TypeError(SECRET));
void Promise.reject(SECRET);
setTimeout(() => console.log("still here"), 50);
