import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { pythonAvailable } from "./python_available.ts";
import { until } from "./until.ts";

const SERVICE = fileURLToPath(new URL("./fixtures/service_with_worker.ts", import.meta.url));
const ignore = Deno.build.os !== "linux" || !pythonAvailable();

/** True while the process runs; one that only waits to be reaped does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

async function startService(args: string[]) {
  const service = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", SERVICE, ...args],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const stdout = service.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) {
    const { value, done } = await stdout.read();
    if (done) break;
    printed += value;
  }
  await stdout.cancel();
  const workerPid = Number(printed);
  assert.ok(workerPid > 1, `the service printed "${printed}"`);
  return { service, workerPid };
}

for (const end of ["SIGTERM", "SIGKILL"] as const) {
  for (const condition of ["hanging", "stopped"] as const) {
    Deno.test({
      name: `[TR4] a ${condition} worker does not outlive a service ended by ${end}`,
      ignore,
      async fn() {
        const { service, workerPid } = await startService([]);
        assert.ok(isRunning(workerPid));
        if (condition === "stopped") Deno.kill(workerPid, "SIGSTOP");
        service.kill(end);
        await service.status;
        await until(() => !isRunning(workerPid));
      },
    });
  }
}

Deno.test({
  name: "[TR4] a hanging worker does not outlive Deno.exit of the service",
  ignore,
  async fn() {
    const { service, workerPid } = await startService(["exit"]);
    await service.status;
    await until(() => !isRunning(workerPid));
  },
});
