import { signal } from "@preact/signals";
import { openAutoPage } from "@/lib/page/auto_page.ts";
import { type AutoPageView, initialAutoPageView } from "@/lib/page/auto_page_view.ts";
import type { ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import { setUp } from "./page_without_browser.ts";

export function autoSpeak(id: string, keepsSpan = false): ServerMessageOf<"auto_speak"> {
  return {
    type: "auto_speak",
    utterance_id: id,
    ref: { phrase: "go_on" },
    text: "Go on.",
    url: `/${id}.wav`,
    duration_s: 1,
    keeps_span: keepsSpan,
  };
}

/** A live page with auto mode and without a browser, loaded at `startMs`. */
export function setUpAuto(startMs = 0) {
  const view = signal<AutoPageView | null>(initialAutoPageView());
  const goldenLeftS = signal<number | null>(null);
  const page = setUp((host) => openAutoPage({ view, goldenLeftS }, host), startMs);
  let frame = 0;
  /** Time on a line that is up: the service is heard at least once a second. */
  const pass = (ms: number) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= 1000) {
      page.line.say({ type: "pong" });
      page.clock.advance(Math.min(1000, leftMs));
    }
  };
  return {
    ...page,
    auto: page.controller.auto!,
    autoView: view,
    goldenLeftS,
    pass,
    /** So much sound of one level, arriving as it is heard. */
    hear(ms: number, rms: number) {
      for (let at = 0; at < ms; at += 20) {
        pass(20);
        page.microphone.frame(20 * frame++, rms);
      }
    },
    quiet: () => page.line.said.flatMap((message) => message.type === "quiet" ? [message] : []),
  };
}
