import { NAMED_CONDITIONS } from "@/lib/text/named_conditions.ts";
import { NAMED_SERVICES } from "@/lib/text/named_services.ts";
import { meaningfulWords, normalise } from "@/lib/text/normalise.ts";
import {
  sameTokens,
  sharedTokens,
  type TokenSet,
  tokenSetOf,
  tokenSetSimilarity,
} from "@/lib/text/similarity.ts";

/**
 * Whether two urgent actions are one (UR5, UR11). Here, and only here, a wrong match hides an
 * alarm while a wrong difference costs the doctor one tap, so every doubt is decided as "new".
 */

/**
 * Where and with what: "chest X-ray" and "chest drain" share only the place, and that is no
 * likeness (UR11 a).
 */
const SITE_AND_MODALITY_WORDS: ReadonlySet<string> = new Set(
  ("chest abdominal abdomen stomach head brain neck back spine spinal pelvic pelvis hip leg legs " +
    "arm arms limb knee foot hand eye ear throat heart cardiac lung lungs kidney renal liver skin " +
    "blood bloods urine stool sputum iv im oral intravenous intramuscular subcutaneous ecg ekg 12 " +
    "lead x ray xray ct mri ultrasound scan echo echocardiogram test tests level levels culture " +
    "cultures sample oxygen fluids infusion injection dose mg ml tablet tablets").split(" "),
);

/** They only join; "referral to hospital" must equal "hospital referral". */
const JOINING_WORDS: ReadonlySet<string> = new Set(
  "to for of and or in on at by from with as if is be".split(" "),
);

/** What is done with a medicine or a habit; the verbs are single, see below. */
const TREATMENT_VERBS = ["stop", "start", "withhold", "give", "increase", "reduce"].map(
  inflections,
);

/**
 * What two actions may share without being alike (UR11 a): "stop methotrexate" and "stop metformin"
 * share only what is done.
 */
const NO_LIKENESS: ReadonlySet<string> = new Set([
  ...SITE_AND_MODALITY_WORDS,
  ...TREATMENT_VERBS.flat(),
]);

/**
 * Each entry is one meaning with its wordings; it must be named by both actions or by neither
 * (UR11 b). The verbs are single: "start" and "give" may differ in what they demand.
 */
const GUARDED_MEANINGS: readonly (readonly string[])[] = [
  ["999", "112", "ambulance", "ambulances", "paramedic", "paramedics"],
  ...TREATMENT_VERBS,
  ["continue", "restart", "resume"],
  ["not", "no", "without", "avoid", "never", "dont"],
  ["cancel", "cancelled"],
  ["left"],
  ["right"],
  ...Object.values(NAMED_CONDITIONS),
  ...NAMED_SERVICES,
];

function inflections(verb: string): string[] {
  const stem = verb.endsWith("e") ? verb.slice(0, -1) : verb === "stop" ? "stopp" : verb;
  return [verb, `${verb}s`, `${stem}ing`];
}

/** An action text prepared for comparison; build it once and keep it beside the text. */
export interface Action {
  readonly text: string;
  readonly tokens: TokenSet;
  /** Which guarded meanings the text names, as positions in the guarded list. */
  readonly guarded: readonly number[];
}

export function readAction(text: string): Action {
  const padded = ` ${normalise(text)} `;
  const guarded = GUARDED_MEANINGS.flatMap((wordings, index) =>
    wordings.some((wording) => padded.includes(` ${wording} `)) ? [index] : []
  );
  const tokens = tokenSetOf(meaningfulWords(text).filter((word) => !JOINING_WORDS.has(word)));
  return { text, tokens, guarded };
}

/**
 * Likeness of a new action to a standing one, 0 to 1; 0 wherever UR11 says they must stay apart.
 * Not symmetric: an action that says more than the standing one is new.
 */
export function actionSimilarity(candidate: Action, standing: Action): number {
  if (!sameGuards(candidate, standing)) return 0;
  if (sameTokens(candidate.tokens, standing.tokens)) return 1;
  const shared = sharedTokens(candidate.tokens, standing.tokens);
  if (shared.every((token) => NO_LIKENESS.has(token))) return 0;
  if (shared.length === standing.tokens.tokens.length) return 0;
  return tokenSetSimilarity(candidate.tokens, standing.tokens);
}

function sameGuards(a: Action, b: Action): boolean {
  return a.guarded.length === b.guarded.length &&
    a.guarded.every((meaning, index) => meaning === b.guarded[index]);
}

/** An alarm's wordings: the first one and every re-wording that has joined it (UR5). */
export interface StandingAction {
  readonly wordings: readonly Action[];
}

export interface ActionMatch {
  /** Position in the list that was searched. */
  readonly index: number;
  /** The wording that was met. */
  readonly matched: string;
  /** 0 to 1, at least the threshold. */
  readonly score: number;
  /** The two have the same meaningful words. */
  readonly exact: boolean;
}

/** The first action with the same meaningful words; null where none says the same. */
export function exactMatch(
  candidate: Action,
  standing: readonly StandingAction[],
): ActionMatch | null {
  for (const [index, { wordings }] of standing.entries()) {
    const same = wordings.find((wording) =>
      sameGuards(candidate, wording) && sameTokens(candidate.tokens, wording.tokens)
    );
    if (same !== undefined) return { index, matched: same.text, score: 1, exact: true };
  }
  return null;
}

/** The best match at or above `threshold` (0 to 1), the earliest of equals; null means new. */
export function matchAction(
  candidate: Action,
  standing: readonly StandingAction[],
  threshold: number,
): ActionMatch | null {
  let best: ActionMatch | null = null;
  for (const [index, action] of standing.entries()) {
    for (const wording of action.wordings) {
      const score = actionSimilarity(candidate, wording);
      if (score < threshold || score === 0 || (best !== null && score <= best.score)) continue;
      const exact = sameTokens(candidate.tokens, wording.tokens);
      best = { index, matched: wording.text, score, exact };
    }
  }
  return best;
}
