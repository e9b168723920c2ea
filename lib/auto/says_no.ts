import { normalise } from "@/lib/text/normalise.ts";

/**
 * A yes that is made of a no. These are taken out before anything is looked for, so that a refusal
 * that stands beside one of them is still found. Everything is written as the normaliser leaves it.
 */
const YES_IN_OTHER_WORDS: readonly RegExp[] = [
  /\b(?:no )*(?:i|we) (?:really |honestly )?(?:dont|do not|wouldnt|would not) mind(?: at all)?\b/g,
  /\b(?:(?:no|of course) )*(?:thats|that is|its|it is|this is|im|i am) (?:(?:of course|absolutely|perfectly|quite|totally|completely|all) )?(?:fine|ok|okay|all right|alright|right|good|no problem)\b/g,
  /\b(?:no )+(?:go ahead|carry on|please do)\b/g,
  /\b(?:no|not a|nothing) (?:problems?|objections?|worries|harm|issues?)(?: at all)?\b/g,
  /\b(?:(?:i )?(?:dont|do not) see )?why not\b/g,
  /\bnothing against\b/g,
  /^not at all$/g,
];

const WHERE_OR_HOW =
  "other|more|real|actual|new|bad|high|chest|tummy|stomach|belly|back|neck|leg|arm|joint";
const SYMPTOMS =
  "fevers?|temperature|chills|sweats|sweating|pains?|aches?|headaches?|cough|phlegm|wheeze|" +
  "breathlessness|shortness of breath|palpitations|nausea|sickness|vomiting|diarrhoea|constipation|bleeding|" +
  "blood|rash|itching|swelling|lumps?|dizziness|fainting|numbness|tingling|weakness|weight loss|allergies";

/**
 * A symptom denied is a history begun: "no fever". Looked for before the marks are taken out, because
 * "No. Fever and chills since Monday" may be a refusal. The list is short on purpose: the rules' reader
 * knows many more, but whatever it took for a symptom would undo a patient's no.
 */
const DENIED_SYMPTOM = new RegExp(
  `\\bno (?:(?:${WHERE_OR_HOW}) )?(?:${SYMPTOMS})\\b`,
  "gi",
);

const REFUSALS: readonly RegExp[] = [
  // "With no fever" is the beginning of the history.
  /(?<!\b(?:have|has|had|got|with|ive|is|was|theres|been|and|or) )\bno\b/,
  /\b(?:nope|nah|refuse)\b/,
  /^(?:(?:um|uh|er|well|oh) )*never$/,
  /\bnot (?:really|today|now|ok|okay|fine|all right|alright|right|happy|comfortable|keen|agree|sure i)\b/,
  /\b(?:absolutely|certainly|definitely|of course|rather|prefer|better|id) not\b/,
  /\b(?:dont|do not|wouldnt|would not) (?:really )?(?:want|agree|consent|wish|record|allow|think so|feel comfortable|do (?:it|that|this))\b/,
  // "I don't like to make a fuss" is how a history begins.
  /\b(?:dont|do not|wouldnt|would not) (?:really )?like (?:it|that|this|the idea|being|to be|(?:\w+ )?(?:computers?|machines?|robots?|recordings?))\b/,
  /\bplease (?:dont|do not)\b/,
  /^(?:dont|do not)\b/,
  /\bstop (?:it|that|this|please|now|recording|listening)\b|^(?:please )?stop$/,
  /\b(?:switch|turn) (?:\w+ ){0,3}off\b/,
  /\b(?:i would|id) prefer\b|\brather (?:talk|speak|be alone)\b/,
  /\bisnt (?:fine|ok|okay|all right|alright|right|good)\b/,
  /\bi (?:do )?mind\b/,
];

/**
 * Whether an answer to "Is that all right with you?" may be a refusal (EN2). It errs toward yes: a
 * run that stops costs the doctor a question, one that goes on is a patient recorded unwillingly.
 * Any text; an empty one refuses nothing.
 */
export function saysNo(said: string): boolean {
  const rest = YES_IN_OTHER_WORDS.reduce(
    (text, yes) => text.replace(yes, " "),
    normalise(said.replace(DENIED_SYMPTOM, " ")),
  ).replace(/ +/g, " ").trim();
  return REFUSALS.some((refusal) => refusal.test(rest));
}
