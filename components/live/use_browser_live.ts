import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { asset } from "fresh/runtime";
import { browserLive, type BrowserLiveOptions } from "@/lib/page/browser_live.ts";
import type { LiveController } from "@/lib/page/live_controller.ts";
import type { LiveView } from "@/lib/page/live_view.ts";
import { type PageChoices, readChoices } from "@/lib/page/page_choices.ts";

type Live = ReturnType<typeof browserLive>;

/** Opens this page's line and microphone once it is shown; null on the server and until then. */
export function useBrowserLive(
  options: Omit<BrowserLiveOptions, "choices" | "workletUrl" | "stopForm"> & {
    readonly choices: Signal<PageChoices>;
  },
  stopForm: RefObject<HTMLFormElement>,
): Live | null {
  const { choices, view } = options;
  const live = useSignal<Live | null>(null);
  useEffect(() => {
    choices.value = readChoices(localStorage);
    const opened = browserLive({
      ...options,
      workletUrl: asset("/capture_worklet.js"),
      stopForm: stopForm.current,
    });
    live.value = opened;
    const forget = followPage(opened.controller, view);
    return () => {
      forget();
      opened.controller.close();
    };
  }, []);
  return live.value;
}

/** What the page itself does to a consultation: Esc, leaving, coming back from the cache. */
function followPage(controller: LiveController, view: ReadonlySignal<LiveView>): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  addEventListener("keydown", (event) => {
    const { speech } = view.peek();
    if (event.key !== "Escape" || speech.state === "idle") return;
    event.preventDefault();
    controller.cancelSpeech();
  }, { signal, capture: true });
  addEventListener("beforeunload", (event) => {
    const { leaving, lifecycle, inControl, microphone } = view.peek();
    const records = inControl === true && microphone.state === "on";
    if (records && !leaving && lifecycle === "live") event.preventDefault();
  }, { signal });
  for (const hope of ["online", "focus"]) {
    addEventListener(hope, () => {
      const { state } = view.peek().connection;
      if (state === "lost" || state === "sign_in" || state === "unopened") {
        controller.act("reconnect");
      }
    }, { signal });
  }
  addEventListener("pagehide", () => controller.close(), { signal });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  }, { signal });
  return () => abort.abort();
}
