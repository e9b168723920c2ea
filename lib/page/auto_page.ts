import type { Signal } from "@preact/signals";
import type { AutoHost, AutoPage, MayBegin } from "@/lib/page/auto_page_port.ts";
import {
  type AutoPageEvent,
  type AutoPageView,
  goldenLeftMs,
  isRunning,
  reduceAuto,
  showsGolden,
} from "@/lib/page/auto_page_view.ts";
import {
  newestLevel,
  playbackEnded,
  playbackStarted,
  type QuietMeter,
  quietMeter,
  quietMeterStep,
  type QuietRules,
  reportingArmed,
} from "@/lib/page/quiet_reporter.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** The oldest sound that still says something about now; the service's own bound (TT12). */
const STALE_MS = 600;

/**
 * Span numbers begin at the time, in tenths of a second: spans are rarer than that, so those of a
 * reloaded page are above the ones it used before.
 */
const SPAN_STEP_MS = 100;

/** What auto mode shows; the live page's island owns both, so that the server can draw them, too. */
export interface AutoSignals {
  readonly view: Signal<AutoPageView | null>;
  /** What is left of the golden minutes, in whole seconds; null while that is not shown. */
  readonly goldenLeftS: Signal<number | null>;
}

export function openAutoPage(signals: AutoSignals, host: AutoHost): AutoPage {
  const { clock, send } = host;
  const { view, goldenLeftS } = signals;
  let meter = quietMeter(Math.floor(clock.wallMs() / SPAN_STEP_MS));
  let heardAtMs = -Infinity;
  let cancelTick = () => {};
  /** Those who wait for the room to be heard without Alba's voice. */
  let waiting: (() => void)[] = [];

  const dispatch = (event: AutoPageEvent) => {
    const before = view.peek();
    view.value = reduceAuto(before, event);
    if (!isArmed(before) && isArmed(view.peek())) meter = reportingArmed(meter);
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
    courtesy: {
      mayBegin: () =>
        new Promise((resolve) => {
          const answer = () => {
            const ageMs = clock.monotonicMs() - heardAtMs;
            resolve(mayBegin(meter, ageMs, floorOf(host, view.peek())));
          };
          if (newestLevel(meter) !== null) return answer();
          waiting.push(answer);
          clock.after(STALE_MS, answer);
        }),
      started: (keepsSpan) => void (meter = playbackStarted(meter, keepsSpan)),
      ended: () => void (meter = playbackEnded(meter)),
    },
    heard(message: ServerMessage) {
      dispatch({ type: "server", message, nowMs: clock.monotonicMs() });
      tick();
    },
    frame(frame) {
      heardAtMs = clock.monotonicMs();
      const step = quietMeterStep(meter, frame, rulesOf(host, view.peek()));
      meter = step.meter;
      if (newestLevel(meter) !== null) {
        for (const answer of waiting) answer();
        waiting = [];
      }
      if (step.report !== null) send(step.report);
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
    resume: (alarmIds) => void send({ type: "auto_resume", alarm_ids: [...alarmIds] }),
    takeOver: (alarmIds) => void send({ type: "auto_takeover", alarm_ids: [...alarmIds] }),
    choose,
    close: () => cancelTick(),
  };
}

/** TT1: nothing is told while no run is on, or about to be. */
function isArmed(view: AutoPageView | null): boolean {
  return view !== null && isRunning(view);
}

/** TT10: the service's number; the page's absolute floor only where none has arrived. */
function floorOf(host: AutoHost, view: AutoPageView | null): number {
  return view?.config?.floor ?? host.live.peek().floor;
}

function rulesOf(host: AutoHost, view: AutoPageView | null): QuietRules {
  return {
    floor: floorOf(host, view),
    thresholdsS: view?.config?.thresholds_s ?? [],
    traceS: view?.config?.trace_s ?? 0,
    isArmed: isArmed(view),
  };
}

/** SP10. A room that cannot be heard may be full of words: Alba waits (TT12). */
function mayBegin(meter: QuietMeter, ageMs: number, floor: number): MayBegin {
  const rms = ageMs > STALE_MS ? null : newestLevel(meter);
  return rms !== null && rms < floor ? { ok: true } : { ok: false, rms };
}
