import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";
import { runFloor } from "@/lib/auto/run_floor.ts";

const RUN: AutoState["run"] = {
  id: "01J00000000000000000000000",
  floor: runFloor(null, 0, { margin: 3, min: 0.02, max: 0.08 }),
};

/** Auto mode in the midst of a run. */
export const RUNNING: AutoState = { ...initialAuto(), run: RUN, phase: "OPEN" };
