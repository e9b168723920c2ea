import type { Signal } from "@preact/signals";
import type { AutoHost, AutoPage } from "@/lib/page/auto_page_port.ts";
import {
  type AutoPageEvent,
  type AutoPageView,
  goldenLeftMs,
  isPausedForUrgency,
  isRunning,
  reduceAuto,
  showsGolden,
} from "@/lib/page/auto_page_view.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import { displayed } from "@/lib/page/new_alarms.ts";
import type { QuietRules } from "@/lib/page/quiet_reporter.ts";
import { roomEar } from "@/lib/page/room_ear.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** What auto mode shows; the live page's island owns both, so that the server can draw them, too. */
export interface AutoSignals {
  readonly view: Signal<AutoPageView | null>;
  /** What is left of the golden minutes, in whole seconds; null while that is not shown. */
  readonly goldenLeftS: Signal<number | null>;
}

export function openAutoPage(signals: AutoSignals, host: AutoHost): AutoPage {
  const { clock, send } = host;
  const { view, goldenLeftS } = signals;
  const rules = () => rulesOf(host, view.peek());
  const ear = roomEar({
    clock,
    rules,
    report: (report) => void send(report),
    bargeInRms: () => view.peek()?.config?.barge_in_rms ?? null,
    bargedIn: host.bargedIn,
  });
  let cancelTick = () => {};

  const dispatch = (event: AutoPageEvent) => {
    const before = view.peek();
    view.value = reduceAuto(before, event);
    const now = view.peek();
    // An alarm that was open before the run pauses it, too; behind the face it can only be heard.
    const isFound = event.type === "server" && event.message.type === "state";
    if (!isFound && !isPause(before) && isPause(now)) host.ring();
  };

  const tick = () => {
    cancelTick();
    const now = view.peek();
    if (now === null || !showsGolden(now)) {
      goldenLeftS.value = null;
      return;
    }
    const leftMs = goldenLeftMs(now, clock.monotonicMs());
    const leftS = Math.ceil(leftMs / 1000);
    goldenLeftS.value = leftS;
    if (now.golden.runs && leftS > 0) cancelTick = clock.after(leftMs - (leftS - 1) * 1000, tick);
  };

  const choose = (whose: "doctor" | "alba") => {
    const choice = view.peek()?.choice ?? null;
    if (choice === null) return;
    // Kept where it did not leave this page, so that it can be pressed again.
    const isSent = whose === "alba" ||
      send({ type: "speak", ref: choice.ref, confirm_displace: true });
    if (isSent) dispatch({ type: "chosen" });
  };

  return {
    courtesy: ear,
    heard(message: ServerMessage) {
      dispatch({ type: "server", message, nowMs: clock.monotonicMs() });
      tick();
    },
    frame(frame) {
      if (hearsRoom(host.live.peek())) ear.frame(frame);
    },
    toggle(on) {
      const { microphone } = host.live.peek();
      send({
        type: "auto_toggle",
        on,
        platform: host.platform,
        input_label: microphone.state === "on" ? microphone.choice.inputLabel : "",
      });
    },
    handOver: () => void send({ type: "auto_handover" }),
    resume: (ids) => void send({ type: "auto_resume", ...displayed(host.live.peek(), ids) }),
    takeOver: (ids) => void send({ type: "auto_takeover", ...displayed(host.live.peek(), ids) }),
    choose,
    close: () => cancelTick(),
  };
}

/** Digital zeros are no quiet room (TT12): Alba waits as for one that is not heard at all. */
function hearsRoom({ microphone }: LiveView): boolean {
  return microphone.state !== "on" || !microphone.silent;
}

/** TT1: nothing is told while no run is on, or about to be. */
function isArmed(view: AutoPageView | null): boolean {
  return view !== null && isRunning(view);
}

function isPause(view: AutoPageView | null): boolean {
  return view !== null && isPausedForUrgency(view);
}

/** TT10: the service's floor; the page's absolute one only where none has arrived. */
function rulesOf(host: AutoHost, view: AutoPageView | null): QuietRules {
  return {
    floor: view?.config?.floor ?? host.live.peek().floor,
    thresholdsS: view?.config?.thresholds_s ?? [],
    traceS: view?.config?.trace_s ?? 0,
    isArmed: isArmed(view),
  };
}
