import { conditionsNamed } from "@/lib/text/conditions_named.ts";
import { plainWords } from "@/lib/speech/spoken_text.ts";

/** What "can you" and "could you" may ask the ability for; with any other verb they may be an order. */
const ABILITIES = new Set(
  ("be bear bend breathe carry chew climb close count describe drink drive eat explain feel finish " +
    "get give have hear hold keep lie lift look make manage move name open pass pee point press push " +
    "put raise rate read recall recognise remember reach say see show sit sleep smell speak squeeze " +
    "stand straighten swallow talk tap taste tell think touch turn understand use walk wash wear " +
    "weigh work write").split(" "),
);

/** They may stand between "can you" and its verb. */
const BETWEEN = new Set(
  "also still always normally usually easily actually ever just now then not please".split(" "),
);

/** An ability's own verb that goes on as an order: "can you give your child aspirin?" */
const ORDERED_ABILITY = new RegExp(
  "\\b(?:can|could) you (?:\\w+ )?(?:" +
    "(?:eat|drink|sleep|work|walk|talk|use) (?:\\w+ )?(?:less|more|only)\\b|" +
    "hold (?:off|back)\\b|get (?:to|out|home|yourself|help|some)\\b|keep (?:taking|quiet)\\b|" +
    "give (?!me (?:an idea|a rough|some idea|an example|examples))|put (?!(?:any |your )?(?:weight|chin|foot|feet|hands?|arms?|heel|finger))|" +
    "see (?:an?|your|the) (?:\\w+ )?(?:doctor|specialist|surgeon|nurse|dentist|pharmacist)|" +
    "use (?:the|your|some|an?|this|that)\\b|lie down\\b|think (?:about|of) \\w+ing\\b|" +
    "make an?\\b|look (?:after|away)\\b|have (?:an?|some|the) (?!bowel|conversation|pain))",
  "i",
);

/** Forms in which a question advises, each with any subject. */
const ADVISING = [
  /\b(?:can|could|may|might|shall) (?:we|i) (?!ask\b|check\b|just check\b|clarify\b)/i,
  /\b(?:would|might|could|may|will) (?:it|that|this) (?:not )?(?:be (?:best|better|wise|good|worth|safe|safer|time)|help)\b/i,
  // "Would two paracetamol help?"; what helps already is asked with "does" and "did".
  /\b(?:would|might|could|may) (?!anything|you say)[^,;:?]* (?:help|suffice|do the trick|be enough)\b/i,
  /\breason (?:why |for )?(?:not (?:to )?|you (?:can(?:no|')t|should(?:n't)?) )\w+/i,
  /\bchance (?:that )?(?:you|we) (?:could|can|might) (?!be\b|have\b)/i,
  /\btried (?:(?:stopp|skipp|doubl|halv|reduc|increas|restart)ing|not taking|taking (?:more|less|double|extra))\b/i,
  /\bthought that (?!you\b|it\b|this\b|something\b)/i,
  /\b(?:if|that|time) (?:i told you|you (?:stopped|skipped|doubled|halved|came off|left out))\b/i,
  /\b(?:enough|too (?:much|many|little|few)) for you\b|\bis \d[\w ]* (?:enough|too much|safe)\b/i,
] as const;

/** Forms in which a question tells what is so, or leads to the answer that it wants. */
const TELLING = [
  /^(?:and |so |but )?(?:isn't|wasn't|aren't|won't|hasn't) (?:it|this|that|there)\b/i,
  /^(?:and |so |but )?(?:is|was|are) (?:it|this|that) not\b/i,
  /\bdo(?:n't)? you (?:not )?see (?:that|how|it|this)\b/i,
  /\b(?:don't|do|did|didn't) you (?:not )?(?:admit|believe|accept|agree|know)\b(?! (?:who|what|when|where|why|how|which|if|whether|any|anyone|blood|spots|things|double|your|a doctor|well|clearly))/i,
  /\bdon't you think\b|\bdo you not think\b|\bis it (?:not )?true\b/i,
  /\b(?:nothing (?:serious|to worry|wrong)|all in (?:your|the) head|in your head\b(?! or)|perfectly (?:safe|normal|fine))\b/i,
  /\bare you (?:dying|ready to hear|sitting down)\b/i,
] as const;

/** Nobody's business here, and an insult; not complete, but a model or a patient may put it there. */
const UNSEEMLY =
  /\b(?:password|passcode|pin|credit card|card number|account number|bank details|stupid|idiot|silly|fat|ugly|lying to (?:me|us)|liar|shut up|wasting|go to hell)\b/i;

/** A condition may be asked for as something that somebody has or had… */
const ASKS_HISTORY =
  /\b(?:ever|family|relatives?|parents?|mother|father|brothers?|sisters?|history|diagnos\w+|before|past|previously|checked|tested|screened|such as|like|including)\b|(?:^|, )(?:and |or )?(?:do|does|did|have|has|had|are|is|was|were|any)\b/i;

/** …and not as what this might be. */
const SUPPOSES =
  /\b(?:as|because|although|though|now that) (?:you|it|this|that|your)\b|\b(?:this|it|that|there) (?:be|is|was|could|might|may)\b|\b(?:think|believe|possible|likely|hear|sure|happy|ready|realise|known)\b|(?<!ever been )\btold (?:you |him |her )?that\b|^(?:is|was|are|were) (?:this|it|that|these)\b|\byou have \b(?!.*\b(?:ever|before)\b)(?<=\bthat you have )/i;

/** A later part that states: "…, stopping it is safe", "…, Dr Smith is wrong". */
const STATES =
  /^(?!(?:and|or|but|so|which|who|what|when|where|how|if|is|are|was|were|does|do|did|has|have|any|that)\b)\p{L}+(?: [\p{L}']+){0,3} (?:is|are|was|were|has|will|should|must)\b/iu;

/** Where a sentence divides; what is quoted stands apart, too. */
const PARTS = /[,:;()"“”]|\s[–—-]+\s/;

/**
 * Whether a sentence that has the shape of a question orders, advises, tells or insults all the same
 * (SP1): "Would it help to stop the tablets?", "Could this be cancer?". Too many rather than too few,
 * since what is found here only stays on the panel.
 */
export function isDisguised(sentence: string): boolean {
  const plain = sentence.replace(/[’]/g, "'").trim();
  if ([...ADVISING, ...TELLING, UNSEEMLY, ORDERED_ABILITY].some((form) => form.test(plain))) {
    return true;
  }
  if (ordersByAbility(plain)) return true;
  if (plain.split(PARTS).slice(1).some((part) => STATES.test(part.trim()))) return true;
  if (/["“”]\s*(?:stop|start|take|go|call|do|don't)\b/i.test(plain)) return true;
  return conditionsNamed(plain).size > 0 && (SUPPOSES.test(plain) || !ASKS_HISTORY.test(plain));
}

function ordersByAbility(plain: string): boolean {
  for (const [, rest = ""] of plain.matchAll(/\b(?:can|could) you\b([^?]*)/gi)) {
    const verb = plainWords(rest).find((word) => !BETWEEN.has(word));
    if (verb !== undefined && !ABILITIES.has(verb)) return true;
  }
  return false;
}
