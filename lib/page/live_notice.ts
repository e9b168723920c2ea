import { isPaused, type LiveView, type Microphone } from "@/lib/page/live_view.ts";
import { troubleWords } from "@/lib/page/microphone_trouble.ts";

export type NoticeAction =
  | "retry_microphone"
  | "reconnect"
  | "take_control"
  | "reload"
  | "sign_in";

/** The one sentence that the page says about itself, and what one press can do about it. */
export interface Notice {
  readonly tone: "calm" | "attention" | "problem";
  readonly title: string;
  readonly words: string;
  /** What a screen reader says; it has no numbers that change every second. */
  readonly spoken: string;
  readonly action: { readonly does: NoticeAction; readonly label: string } | null;
}

/** Ears further behind than this are worth a word; less is the ordinary wait for a phrase's end. */
const CATCHING_UP_MS = 5000;

/**
 * What is most worth knowing now, worst first: whatever stops the recording comes before whatever
 * only stops the writing. Always true of the view it is made from; never two sentences at once.
 */
export function liveNotice(view: LiveView): Notice {
  const notice = leavingNotice(view) ?? connectionNotice(view) ?? controlNotice(view) ??
    pausedNotice(view) ?? recordingNotice(view) ?? listeningNotice(view);
  return { spoken: `${notice.title}. ${notice.words}`, ...notice };
}

type Said = Omit<Notice, "spoken"> & Partial<Pick<Notice, "spoken">>;

function leavingNotice(view: LiveView): Said | null {
  if (!view.leaving && view.lifecycle === "live") return null;
  return {
    tone: "calm",
    title: "Stopped",
    words: view.finishing?.words ?? "Nothing more is recorded. The transcript opens in a moment.",
    action: null,
  };
}

const UNOPENED: Said = {
  tone: "problem",
  title: "The box cannot open this consultation",
  words:
    "What is said now is not recorded. Its disk may be full. This page keeps trying by itself.",
  action: { does: "reconnect", label: "Try now" },
};

function connectionNotice(view: LiveView): Said | null {
  switch (view.connection.state) {
    case "open":
      return null;
    case "connecting":
      return {
        tone: "attention",
        title: "Connecting",
        words: "This page is calling the box. Nothing is recorded yet.",
        action: null,
      };
    case "lost":
      return {
        tone: "problem",
        title: "The box cannot be reached",
        words: "What is said now is not recorded. This page keeps trying by itself.",
        action: { does: "reconnect", label: "Try now" },
      };
    case "unopened":
      return UNOPENED;
    case "sign_in":
      return {
        tone: "problem",
        title: "Your sign-in has ended",
        words:
          "What is said now is not recorded. Once you have signed in, this page goes on by itself.",
        action: { does: "sign_in", label: "Sign in" },
      };
    case "replaced":
      return {
        tone: "attention",
        title: "Open in another tab",
        words: "This consultation goes on in another tab; this one neither records nor updates.",
        action: { does: "take_control", label: "Take control here" },
      };
    case "outdated":
      return {
        tone: "problem",
        title: "This page is out of date",
        words: "The box and this page no longer understand each other. Nothing is recorded here.",
        action: { does: "reload", label: "Reload this page" },
      };
    case "full":
      return {
        tone: "problem",
        title: "Too many pages are open",
        words: "The box cannot serve another live page. Close one of them, then try again here.",
        action: { does: "reconnect", label: "Try now" },
      };
    case "signed_out":
      return {
        tone: "attention",
        title: "You have been signed out",
        words: "This page no longer follows the consultation, which goes on where it is recorded.",
        action: { does: "reload", label: "Sign in" },
      };
    case "over":
      return {
        tone: "calm",
        title: "This consultation is over",
        words: "Nothing more is recorded. Its transcript is on its own page.",
        action: { does: "reload", label: "Open the transcript" },
      };
  }
}

function controlNotice(view: LiveView): Said | null {
  if (view.inControl !== false) return null;
  return {
    tone: "attention",
    title: "You are watching",
    words: "Another page holds this consultation. Here you can read along.",
    action: { does: "take_control", label: "Take control" },
  };
}

function pausedNotice(view: LiveView): Said | null {
  if (!isPaused(view)) return null;
  return {
    tone: "attention",
    title: "Paused",
    words: view.capture.state === "paused"
      ? view.capture.words
      : "The microphone is off. Nothing is heard or written down until you resume.",
    action: null,
  };
}

function recordingNotice(view: LiveView): Said | null {
  if (view.capture.state === "halted") {
    return {
      tone: "problem",
      title: "Recording has halted",
      words: view.capture.words,
      action: { does: "retry_microphone", label: "Try again" },
    };
  }
  return microphoneNotice(view.microphone);
}

function microphoneNotice(microphone: Microphone): Said | null {
  switch (microphone.state) {
    case "off":
      return {
        tone: "attention",
        title: "Getting ready",
        words: "The microphone is not on yet.",
        action: null,
      };
    case "asking":
      return {
        tone: "attention",
        title: "The browser asks for the microphone",
        words: "Choose Allow. Nothing is recorded until then.",
        action: null,
      };
    case "trouble": {
      const { title, words, next } = troubleWords(microphone.trouble);
      const label = microphone.trouble === "needs_a_press" ? "Start recording" : "Try again";
      return {
        tone: "problem",
        title,
        words: `${words} ${next}`,
        action: microphone.trouble === "muted_by_system"
          ? null
          : { does: "retry_microphone", label },
      };
    }
    case "on":
      if (!microphone.silent) return null;
      return {
        tone: "attention",
        title: "The microphone sends pure silence",
        words: "Look for a mute switch on it, or choose another microphone.",
        action: null,
      };
  }
}

function listeningNotice(view: LiveView): Said {
  if (view.capture.state === "waiting") {
    return {
      tone: "attention",
      title: "Not recording yet",
      words: view.capture.words,
      action: null,
    };
  }
  const behindMs = view.positionMs - view.heardMs;
  switch (view.stt.state) {
    case "absent":
      return {
        tone: "attention",
        title: "Recording; nobody writes along",
        words: view.stt.words,
        action: null,
      };
    case "starting":
    case "restarting":
      return {
        tone: "attention",
        title: "Recording; the text comes later",
        words: view.stt.words,
        action: null,
      };
    case "catching_up":
    case "ready":
      if (view.stt.state === "ready" && behindMs < CATCHING_UP_MS) {
        return {
          tone: "calm",
          title: "Recording and listening",
          words: decidingWords(view) ?? "Text appears a moment after it is said.",
          action: null,
        };
      }
      return {
        tone: "attention",
        spoken: "Catching up. Everything is recorded; only the text is late.",
        title: `Catching up, ${Math.max(1, Math.round(behindMs / 1000))} s behind`,
        words: "Everything is recorded; only the text is late.",
        action: null,
      };
  }
}

/** CD3: a model that is away is told where everybody looks, not only at the foot of the page. */
function decidingWords({ cds }: LiveView): string | null {
  return cds.state === "absent" ? cds.words : null;
}
