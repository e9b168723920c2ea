import { stems } from "@/lib/rehearsal/patients/heard_words.ts";

/** What a patient takes a sentence for. */
export interface Heard {
  readonly kind:
    /** "Is that all right with you?", which the disclosure ends in. */
    | "disclosure"
    /** "What has brought you here?" */
    | "invitation"
    /** "Go on." */
    | "encourager"
    /** "Is there anything else you wanted to talk about?" */
    | "anything_else"
    | "question"
    /** It asks nothing: a greeting, "Let me think for a moment." */
    | "statement";
  /** Put so that a shy patient opens up. */
  readonly kindly: boolean;
  /** Can be answered by yes or no. */
  readonly yesNo: boolean;
  /** Asks to tell, not to answer: "Can you tell me more about the pain?" */
  readonly openForm: boolean;
  /** "Something else" brings out more than "anything else" does. */
  readonly something: boolean;
  readonly words: ReadonlySet<string>;
  /** The same for the same question, however it is punctuated. */
  readonly key: string;
}

const DISCLOSURE = /\bis that all right with you\b/;
const INVITATION =
  /\b(brought you|brings you|in your own words|how can i help|what can i do for you|what seems to be)\b/;
const ENCOURAGING = new Set(
  stems(
    "go on please tell me more mm hm hmm uh huh i see take your time am im listening carry keep " +
      "going right okay yes sure",
  ),
);
const MORE = /\b(any|some)thing (else|more)\b/;
const MORE_OF_WHAT = /\b(talk|discuss|address|today|mention|worr\w*|ask|bring up|cover)\b/;
const OPEN_FORM = /\b(tell me|describe|talk me through|explain|say more)\b/;
const ASKS =
  /(?:^|[.,;!—-] *|\b(?:and|so|okay|but) )(what|when|where|who|why|how|which|do|does|did|have|has|had|is|are|was|were|can|could|would|will|any)\b/;
const BY_YES_OR_NO = /\b(do|does|did|have|has|had|is|are|was|were|any|could it|might it) /;
/** Asks for one of two, or for a thing, a time or a manner. */
const NOT_BY_YES_OR_NO =
  /\b(what|when|where|who|why|how|which)\b|\b(is|was) (it|the pain) \w+ or \w+/;
const KIND =
  /\b(please|sorry|that must|must be (hard|difficult)|sounds (hard|difficult|frightening|awful)|do you mind|dont mind|may i ask|can i ask|could you tell|can you tell|take your time|coping|how do you feel|how are you feeling|affecting you|i understand|what worries you|worried about|on your mind|your (worry|worries|concerns?))\b/;

/** Judges a sentence as the patient hears it. Any text; an empty one is a statement. */
export function hear(text: string): Heard {
  const plain = text.toLowerCase().replace(/['’]/g, "").trim();
  const words = stems(plain);
  const openForm = OPEN_FORM.test(plain);
  return {
    kind: kindOf(plain, words, openForm),
    kindly: KIND.test(plain),
    yesNo: BY_YES_OR_NO.test(`${plain} `) && !NOT_BY_YES_OR_NO.test(plain) && !openForm,
    openForm,
    something: /\bsomething (else|more)\b/.test(plain),
    words: new Set(words),
    key: [...new Set(words)].sort().join(" "),
  };
}

function kindOf(plain: string, words: readonly string[], openForm: boolean): Heard["kind"] {
  if (words.length === 0) return "statement";
  if (DISCLOSURE.test(plain)) return "disclosure";
  if (INVITATION.test(plain)) return "invitation";
  if (words.every((word) => ENCOURAGING.has(word))) return "encourager";
  const asksForMore = MORE.test(plain) &&
    (MORE_OF_WHAT.test(plain) || /thing (else|more)\W*$/.test(plain));
  if (asksForMore) return "anything_else";
  return plain.includes("?") || openForm || ASKS.test(plain) ? "question" : "statement";
}
