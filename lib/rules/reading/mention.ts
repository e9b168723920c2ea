import type { Finding } from "@/lib/rules/finding.ts";
import { clausesOf } from "@/lib/rules/reading/clauses.ts";
import { contextOf, type StoryOf } from "@/lib/rules/reading/context.ts";
import { isNegated } from "@/lib/rules/reading/negation.ts";
import { findPhrase, type PhraseMatch } from "@/lib/rules/reading/phrase.ts";
import type { PhraseIndex } from "@/lib/rules/reading/phrase_index.ts";
import type { Sentence, Word } from "@/lib/rules/reading/sentence.ts";

/** What an indexed phrase speaks for: a finding, or what must not be mistaken for it. */
export interface Evidential {
  readonly finding: Finding;
  readonly except: boolean;
}

/** A finding as one sentence speaks of it. */
export interface Mention {
  readonly finding: Finding;
  /** `elsewhere`: of the past, of somebody else or of a story; it says nothing of the patient now. */
  readonly stance: "reported" | "denied" | "elsewhere";
  /** Offsets of the exact words in the line. */
  readonly from: number;
  readonly to: number;
  readonly match: PhraseMatch;
}

/** Every finding the sentence names, with its stance; overlapping findings are all kept. */
export function readMentions(
  sentence: Sentence,
  index: PhraseIndex<Evidential>,
  storyOf: StoryOf,
): Mention[] {
  const { words } = sentence;
  const candidates = index.candidates(words);
  if (candidates.size === 0) return [];
  const clauses = clausesOf(sentence);
  const mentions: Mention[] = [];
  const exceptions: { finding: Finding; match: PhraseMatch }[] = [];
  for (const { phrase, owner: { finding, except } } of candidates) {
    for (const match of findPhrase(phrase, words, clauses)) {
      if (except) {
        exceptions.push({ finding, match });
        continue;
      }
      const [first, last] = [words[match.from], words[match.to - 1]];
      if (first === undefined || last === undefined) continue;
      const stance = stanceOf(finding, words, clauses, match, storyOf);
      mentions.push({ finding, stance, from: first.from, to: last.to, match });
    }
  }
  return mentions.filter(({ finding, match }) =>
    !exceptions.some((exception) =>
      exception.finding === finding && exception.match.from < match.to &&
      match.from < exception.match.to
    )
  );
}

function stanceOf(
  finding: Finding,
  words: readonly Word[],
  clauses: readonly number[],
  match: PhraseMatch,
  storyOf: StoryOf,
): Mention["stance"] {
  const context = contextOf(words, clauses, match, storyOf);
  const denied = isNegated(words, clauses, match);
  switch (finding.kind) {
    case "family":
      if (denied || context === "hypothetical") return denied ? "denied" : "elsewhere";
      return "reported";
    case "fact":
      if (context === "hypothetical" || context === "other_person") return "elsewhere";
      return denied ? "denied" : "reported";
    case "symptom":
      if (context !== "patient_now") return "elsewhere";
      return denied ? "denied" : "reported";
  }
}
