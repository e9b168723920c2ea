import type { PhraseMatch } from "@/lib/rules/reading/phrase.ts";
import type { Word } from "@/lib/rules/reading/sentence.ts";

/** "haven't", "not": they deny the whole verb, and two of them meet as a double negation. */
const VERBAL = new Set(
  ("not never without deny denies denied denying dont doesnt didnt havent hasnt hadnt isnt arent " +
    "wasnt werent aint").split(" "),
);
/** "no pain", "nothing": after a verbal one ("ain't got no pain") they only repeat it. */
const DETERMINING = new Set("no none nothing neither nor nil nobody".split(" "));
/** Alone after what was named: "chest pain: none". */
const TRAILING = new Set("no none nope nil never denied absent negative".split(" "));

/** "can't say I have": with these verbs even "can't" and "wouldn't" deny. */
const DENYING_WITH_SAY = new Set(["cant", "wouldnt", "couldnt"]);

/**
 * Followed by one of these the negation is spent on it: "not sure", "no better", "don't know why",
 * "hasn't gone". A denied improvement is not a denied symptom.
 */
const SPENT_ON = new Set(
  ("only just sure certain doubt question better well right good great happy myself know like want " +
    "understand remember mind idea matter gone going go getting help helping helped work working " +
    "worked stop stopping stopped settle settling settled improve improving improved shift " +
    "shifting shifted touch touching eat eating eaten sleep sleeping slept able relief rest peace wonder " +
    "wish bother bothered wait long cope coping").split(" "),
);
/** How far behind the negation such a word may stand: "not really getting", "don't even know". */
const SPENT_WITHIN_WORDS = 2;

/** The negation before one of these does not reach what stands behind it: "not well with …". */
const SCOPE_ENDS = new Set(
  "because cos due since when after until till except apart just only from now".split(" "),
);
const SUBJECTS_AFTER_DISCOURSE_NO = new Set(
  ("i im ive id ill my it its the that thats he hes she shes theyre they we weve you there theres " +
    "this sorry wait actually mean not").split(" "),
);
/** "never like this", "never until today": said of something that is here now. */
const NEVER_MEANS_NOW = new Set(["like", "until", "till"]);

const NEEDS = new Set("cant cannot couldnt dont doesnt never not hardly barely".split(" "));

/** "won't fade", "can't pass": they deny only the verb they stand before. */
const MODAL = new Set("cant cannot couldnt wont wouldnt".split(" "));

type Kind = "verbal" | "determining";

/** "No, I mean …": a "no" that answers or objects, and denies nothing behind it. */
function isDiscourseNo(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  if (words[index]?.plain !== "no" || next === undefined) return words[index]?.plain === "no";
  return next.breakBefore !== "none" || SUBJECTS_AFTER_DISCOURSE_NO.has(next.plain);
}

function isSpent(words: readonly Word[], index: number, match: PhraseMatch): boolean {
  for (let next = index + 1; next <= index + SPENT_WITHIN_WORDS; next++) {
    const word = words[next];
    if (word === undefined || match.named.includes(next) || word.breakBefore !== "none") break;
    if (SPENT_ON.has(word.plain)) return true;
  }
  return words[index]?.plain === "never" && neverMeansNow(words, match);
}

function neverMeansNow(words: readonly Word[], match: PhraseMatch): boolean {
  const [next, after] = [words[match.to], words[match.to + 1]];
  if (next === undefined || next.breakBefore !== "none") return false;
  if (NEVER_MEANS_NOW.has(next.plain)) return true;
  return next.plain === "before" &&
    ["this", "today", "now", "yesterday"].includes(after?.plain ?? "");
}

function negationAt(words: readonly Word[], index: number, match: PhraseMatch): Kind | null {
  const word = words[index];
  if (word === undefined || match.named.includes(index)) return null;
  if (DENYING_WITH_SAY.has(word.plain) && words[index + 1]?.plain === "say") return "verbal";
  if (MODAL.has(word.plain)) return index === match.from - 1 ? "verbal" : null;
  // "I can't walk without chest pain": the two together report it.
  if (word.plain === "without" && words.slice(0, index).some((one) => NEEDS.has(one.plain))) {
    return null;
  }
  if (VERBAL.has(word.plain)) {
    if (isSpent(words, index, match)) return null;
    // "ain't never" is one denial said twice.
    const repeats = word.plain === "never" && VERBAL.has(words[index - 1]?.plain ?? "");
    return repeats ? "determining" : "verbal";
  }
  if (!DETERMINING.has(word.plain) || isDiscourseNo(words, index)) return null;
  return isSpent(words, index, match) ? null : "determining";
}

function endsScope(words: readonly Word[], index: number, nearest: Kind | null): boolean {
  const word = words[index];
  if (word === undefined) return true;
  if (SCOPE_ENDS.has(word.plain)) return true;
  // "hasn't weed and confused": people deny lists with "or"; "and" starts something new, except in
  // the clinic's own "denies pain, cough and fever".
  return nearest === null && word.plain === "and" && !listIsDenied(words, index);
}

function listIsDenied(words: readonly Word[], and: number): boolean {
  if (["no", "not", "nor"].includes(words[and + 1]?.plain ?? "")) return true;
  return words.slice(0, and).some((word) =>
    word.plain.startsWith("den") || DETERMINING.has(word.plain)
  );
}

/**
 * Whether what `match` names is denied in its own clause. Two verbal negations in a row cancel
 * ("it's not that I don't have"), a determiner after one does not ("haven't got no pain").
 */
export function isNegated(
  words: readonly Word[],
  clauses: readonly number[],
  match: PhraseMatch,
): boolean {
  const clause = clauses[match.from];
  const kinds: Kind[] = [];
  for (let index = match.to - 1; index >= 0 && clauses[index] === clause; index--) {
    const kind = negationAt(words, index, match);
    if (kind !== null) kinds.push(kind);
    else if (index < match.from && endsScope(words, index, kinds[0] ?? null)) break;
    const word = words[index];
    if (kinds.length > 0 && startsListItem(words, index, word)) break;
  }
  const verbal = kinds.filter((kind) => kind === "verbal").length;
  if (verbal > 0) return verbal % 2 === 1;
  return kinds.length > 0 || isDeniedBehind(words, clauses, match);
}

/** Only negations of the same list item add up: "haven't had pain, haven't had fever". */
function startsListItem(words: readonly Word[], index: number, word: Word | undefined): boolean {
  if (word === undefined) return false;
  return word.breakBefore !== "none" ||
    ["and", "or", "nor"].includes(words[index - 1]?.plain ?? "");
}

function isDeniedBehind(
  words: readonly Word[],
  clauses: readonly number[],
  match: PhraseMatch,
): boolean {
  const next = words[match.to];
  if (next === undefined || clauses[match.to] === undefined || !TRAILING.has(next.plain)) {
    return false;
  }
  const after = words[match.to + 1];
  return after === undefined || after.breakBefore !== "none";
}
