/**
 * Forms that no ending tells of. Few on purpose: a form that is missing here makes two words
 * strangers, and a question that is then asked in its own words does no harm.
 */
const IRREGULAR: Readonly<Record<string, string>> = {
  lost: "loss",
  lose: "loss",
  losing: "loss",
  bled: "bleed",
  slept: "sleep",
  ate: "eat",
  eaten: "eat",
  drank: "drink",
  drunk: "drink",
  swollen: "swell",
  fell: "fall",
  fallen: "fall",
  broke: "break",
  broken: "break",
  worn: "wear",
};

/** The longest first; what is left must still look like a word. */
const ENDINGS = ["nesses", "ness", "ings", "ing", "ies", "ed", "es", "s"] as const;

const FEWEST_LETTERS = 3;

/**
 * What is common to a word's inflections, for comparison alone and no word itself: "breathing" and
 * "breathe", "allergies" and "allergy", "tiredness" and "tired". Takes a word as `normalise` leaves
 * it. A word and one derived from it otherwise ("allergic") stay strangers.
 */
export function baseForm(word: string): string {
  const regular = IRREGULAR[word] ?? word;
  const stem = withoutEnding(regular);
  // "Tiredness" has two endings; more than two are not met.
  return bare(withoutEnding(stem));
}

function withoutEnding(word: string): string {
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || ending === "s" && /[su]s$/.test(word)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length < FEWEST_LETTERS || !/[aeiouy]/.test(stem)) continue;
    return ending === "ies" ? `${stem}y` : stem;
  }
  return word;
}

/** "Stopp" is "stop", "breathe" is "breath", "dizzi" is "dizzy". */
function bare(stem: string): string {
  const isLong = stem.length > FEWEST_LETTERS;
  return (isLong ? stem.replace(/e$/, "") : stem).replace(/y$/, "i").replace(/([a-z])\1$/, "$1");
}
