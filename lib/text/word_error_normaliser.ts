/**
 * Spells a transcript in one way before it is scored: "2.5 mg", "two point five milligrams" and
 * "Two point five milligrams." are the same words. Nothing else in Alba uses this; the house's
 * comparisons go through `normalise.ts`.
 */

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};

/** Spellings and short forms of one word. British first, as the record is British. */
const SAME: Readonly<Record<string, string>> = {
  mg: "milligrams",
  milligram: "milligrams",
  mcg: "micrograms",
  microgram: "micrograms",
  ml: "millilitres",
  milliliters: "millilitres",
  kg: "kilos",
  kilograms: "kilos",
  diarrhea: "diarrhoea",
  center: "centre",
  color: "colour",
  pediatric: "paediatric",
  anemia: "anaemia",
  hemoglobin: "haemoglobin",
  edema: "oedema",
  esophagus: "oesophagus",
  estrogen: "oestrogen",
  tumor: "tumour",
  leukemia: "leukaemia",
  gray: "grey",
  mom: "mum",
  practise: "practice",
  dr: "doctor",
  mr: "mister",
  mrs: "missus",
  ok: "okay",
  alright: "all right",
  anymore: "any more",
  everyday: "every day",
  nosebleed: "nose bleed",
  xray: "x ray",
  acetaminophen: "paracetamol",
  percent: "%",
};

/** Contractions that have one reading; "it's" and "he'd" may stand for two, so they stay. */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  "can't": "can not",
  cannot: "can not",
  "won't": "will not",
  "shan't": "shall not",
  "i'm": "i am",
  "let's": "let us",
};
const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/n't$/, " not"],
  [/'re$/, " are"],
  [/'ve$/, " have"],
  [/'ll$/, " will"],
];

/** The words that are scored, in order; numbers are digits. */
export function scoredWords(text: string): string[] {
  const spelt = text.toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/(\d),(?=\d{3})/g, "$1")
    .replace(/(\d)\.(\d)/g, "$1 point $2")
    .replace(/%/g, " percent ")
    .replace(/(\d)\/(\d)/g, "$1 over $2")
    .replace(/(\d)(?!st\b|nd\b|rd\b|th\b)([a-z])/g, "$1 $2")
    .replace(/x-ray/g, "xray")
    .replace(/[^\p{L}\p{N}']+/gu, " ");
  const plain = spelt.split(" ")
    .map((word) => word.replace(/^'+|'+$/g, ""))
    .filter((word) => word !== "")
    .flatMap((word) => expanded(word).split(" "))
    .map((word) => SAME[word] ?? word)
    .flatMap((word) => word.split(" "));
  return withDigits(plain);
}

function expanded(word: string): string {
  const whole = CONTRACTIONS[word];
  if (whole !== undefined) return whole;
  const suffix = SUFFIXES.find(([ending]) => ending.test(word));
  return suffix === undefined ? word : word.replace(suffix[0], suffix[1]);
}

function withDigits(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length;) {
    const number = numberAt(words, at);
    if (number === null) {
      result.push(words[at] ?? "");
      at++;
    } else {
      result.push(String(number.value));
      at += number.length;
    }
  }
  return result;
}

interface SpokenNumber {
  readonly value: number;
  readonly length: number;
}

/** "one hundred and twenty four", "two thousand", "39", "12th"; null where no number begins. */
function numberAt(words: readonly string[], at: number): SpokenNumber | null {
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(words[at] ?? "");
  if (digits !== null) return { value: Number(digits[1]), length: 1 };
  const ordinal = ORDINALS[words[at] ?? ""];
  // "First" and "second" are mostly said of an order or a moment: they stay words.
  if (ordinal !== undefined && ordinal > 2) return { value: ordinal, length: 1 };
  const small = belowHundred(words, at);
  if (small === null) return null;
  let { value, length } = small;
  for (const [name, factor] of [["hundred", 100], ["thousand", 1000]] as const) {
    if (words[at + length] !== name) continue;
    value *= factor;
    length++;
    const and = words[at + length] === "and" ? 1 : 0;
    const rest = numberAfter(words, at + length + and, factor);
    if (rest === null) continue;
    value += rest.value;
    length += and + rest.length;
  }
  return { value, length };
}

function numberAfter(words: readonly string[], at: number, below: number): SpokenNumber | null {
  const rest = below > 100 ? numberAt(words, at) : belowHundred(words, at);
  return rest !== null && rest.value < below ? rest : null;
}

function belowHundred(words: readonly string[], at: number): SpokenNumber | null {
  const unit = UNITS.indexOf(words[at] ?? "");
  if (unit >= 0) return { value: unit, length: 1 };
  const ten = TENS.indexOf(words[at] ?? "");
  if (ten < 0) return null;
  const after = UNITS.indexOf(words[at + 1] ?? "");
  const joined = after > 0 && after < 10;
  return { value: (ten + 2) * 10 + (joined ? after : 0), length: joined ? 2 : 1 };
}
