import { Builder } from "fresh/dev";
import { app } from "@/main.ts";

let built: Promise<void> | null = null;

/** Bundles the islands of the real app in memory, once for each test process. */
export function buildAppOnce(): Promise<void> {
  built ??= (async () => {
    const root = new URL("../", import.meta.url).href;
    const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
    applySnapshot(app);
  })();
  return built;
}
