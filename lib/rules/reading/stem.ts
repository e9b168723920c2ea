/** Forms that no suffix rule reaches, each with the form the phrases are written in. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries({
  cannot: "cant",
  swollen: "swell",
  swelled: "swell",
  bled: "bleed",
  felt: "feel",
  fell: "fall",
  fallen: "fall",
  threw: "throw",
  thrown: "throw",
  woke: "wake",
  woken: "wake",
  lost: "lose",
  brought: "bring",
  went: "go",
  gone: "go",
  goes: "go",
  going: "go",
  spat: "spit",
  took: "take",
  taken: "take",
  stung: "sting",
  shook: "shake",
  tore: "tear",
  torn: "tear",
  drank: "drink",
  kept: "keep",
  came: "come",
  comes: "come",
  coming: "come",
  began: "begin",
  lay: "lie",
  lying: "lie",
  heard: "hear",
  killed: "kill",
  hung: "hang",
  cut: "cut",
  thought: "think",
  thoughts: "think",
  told: "tell",
  stuck: "stick",
  peed: "pee",
  weed: "wee",
  dying: "die",
  died: "die",
  feet: "foot",
  worse: "worse",
  worst: "worst",
  diarrhoea: "diarrhoea",
  diarrhea: "diarrhoea",
  haemorrhage: "haemorrhage",
  anaemia: "anaemia",
  lives: "life",
  nosebleed: "nosebleed",
  nosebleeds: "nosebleed",
}));

const SHORTEST_STEM = 3;

/** "dropp" → "drop"; "swell" and "pass" keep their double letter, as they have it in the base form. */
function single(stem: string): string {
  return /([^aeioulsz])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

function withoutSuffix(word: string): string {
  for (const suffix of ["ness", "ing", "ied", "ed", "ies", "es", "ly", "s"]) {
    const stem = word.slice(0, -suffix.length);
    if (!word.endsWith(suffix) || stem.length < SHORTEST_STEM) continue;
    if (suffix === "s" && word.endsWith("ss")) continue;
    if (suffix === "ied" || suffix === "ies") return `${stem}i`;
    return suffix === "ing" || suffix === "ed" ? single(stem) : stem;
  }
  return word;
}

/**
 * One form for the inflections of an English word, so that a phrase is written once: "vomit",
 * "vomits", "vomited", "vomiting" meet. Phrases and speech pass through the same function, so an
 * ugly stem does no harm; only two words wrongly made one would.
 */
export function stem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= SHORTEST_STEM || /\d/.test(word)) return word;
  const bare = withoutSuffix(word);
  if (bare.length > SHORTEST_STEM && bare.endsWith("e")) return bare.slice(0, -1);
  return bare.length > SHORTEST_STEM && bare.endsWith("y") ? `${bare.slice(0, -1)}i` : bare;
}
