import type { Clock } from "@/lib/clock.ts";
import {
  type ComingFault,
  RESTART_TAKES_MS,
  restartMs,
  stretches,
} from "@/lib/rehearsal/patients/disturbances.ts";
import type { Profile } from "@/lib/rehearsal/patients/profiles.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import type { SimulatedBox, SimulatedDisk } from "@/lib/rehearsal/round/simulated_box.ts";
import type { SimulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import type { SimulatedPage } from "@/lib/rehearsal/round/simulated_page.ts";

/** Somebody who has made room looks at the page so often, and presses the button where it is shown. */
const LOOKS_EVERY_MS = 2_000;
const LOOKS = 10;

export interface DisturbedCase {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly hits: FaultHits;
  readonly page: SimulatedPage;
  /** A second tab, opened when it is wanted. */
  readonly openSecond: () => SimulatedPage;
  readonly box: SimulatedBox;
  readonly ears: SimulatedEars;
  readonly disk: SimulatedDisk;
  readonly lengthMs: number;
  readonly isOver: () => boolean;
}

/** Sets what comes and goes by the clock: lines that break, ears that die, disks that are full (MP3). */
export function disturb(parts: DisturbedCase): void {
  const { disk, ears, hits, page } = parts;
  comesAndGoes(parts, "dropped_socket", {
    begin: () => void (page.cut() && hits.add("dropped_socket")),
    end: () => page.mend(),
  });
  comesAndGoes(parts, "deaf_ears", {
    begin() {
      hits.add("deaf_ears");
      ears.die();
    },
    end: () => ears.recover(),
  });
  comesAndGoes(parts, "full_disk", {
    begin: () => void (disk.isFull = true),
    end() {
      disk.isFull = false;
      for (let n = 1; n <= LOOKS; n++) {
        parts.clock.after(n * LOOKS_EVERY_MS, () => page.tryMicrophoneAgain());
      }
    },
  });
  comesAndGoes(parts, "stuck_record", {
    begin: () => void (disk.isStuck = true),
    end: () => void (disk.isStuck = false),
  });
  let second: SimulatedPage | null = null;
  comesAndGoes(parts, "second_page", {
    begin() {
      second = parts.openSecond();
      second.takeControl();
    },
    end() {
      if (second?.live.inControl === true) hits.add("second_page");
      page.takeControl();
      second?.leave();
    },
  });
  restartOnce(parts);
}

function comesAndGoes(
  { clock, isOver, lengthMs, profile }: DisturbedCase,
  fault: ComingFault,
  { begin, end }: { readonly begin: () => void; readonly end: () => void },
): void {
  for (const { fromMs, toMs } of stretches(profile, fault, lengthMs)) {
    clock.after(fromMs, () => isOver() || begin());
    clock.after(toMs, () => isOver() || end());
  }
}

/** The process goes and comes back on the same record; the pages find it again by themselves. */
function restartOnce({ box, clock, disk, hits, isOver, page, profile }: DisturbedCase): void {
  const atMs = restartMs(profile);
  if (atMs === null) return;
  clock.after(atMs, () => {
    if (isOver()) return;
    hits.add("restart");
    page.cut();
    // Room is made first: rows that no disk has taken go with the process, and nothing holds then.
    disk.isStuck = false;
    box.close();
    clock.after(RESTART_TAKES_MS, () => {
      if (isOver()) return;
      box.startAgain();
      page.mend();
    });
  });
}
