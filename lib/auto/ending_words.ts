/**
 * How spoken English shows that somebody has more to say, or has said it all. Everything is written
 * as the house's normaliser leaves it: lower case, no apostrophes ("that's" is "thats").
 */

const list = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Sounds and words that hold the floor. "Well" and "so" alone announce what follows. */
export const FILLERS = list("um umm er erm uh uhm hmm hm eh ah oh well so basically anyway like");

/** Words that join the next clause to this one: nobody ends on them. */
export const CONJUNCTIONS = list(
  "and but because cos or nor although though unless until till while whilst whereas if when " +
    "whenever whether since also plus except that which who whose where",
);

/** Words that stand before the noun or the clause that has not come yet. */
export const BEFORE_A_NOUN = list(
  "a an the my your our their his every each some this these those " +
    "of to at from with into onto by for about during between than as without across against " +
    "towards near per under in on around behind thank point",
);

/** Subjects without their verb, alone or drawn together with it. */
export const BEFORE_A_VERB = list(
  "i he she we they im ive id ill hes shes its theyre theyve weve youre theres",
);

/** They measure the word that follows; as an answer they stand alone. */
export const DEGREES = list("very quite just mainly mostly only rather such");

/** A form of "to be" says nothing without the word behind it, whatever its subject. */
export const TO_BE = list("am is are was were be been");

/** Auxiliaries end a sentence only as a short answer ("Yes, I do") or behind "what it", "as it". */
export const AUXILIARIES = list(
  "am is are was were be been do does did have has had having can could would will should must " +
    "might may not never cant couldnt dont didnt doesnt havent hasnt hadnt wont wouldnt isnt arent wasnt got cannot",
);

export const SUBJECTS = list("i he she it we they you this that");

/** Verbs that want an object or a complement: nobody ends on "I take" but behind "what". */
export const WANT_AN_OBJECT = list(
  "take takes took taking get gets getting need needs needed want wants wanted feel feels felt " +
    "use uses used say says said tell told give gave given make makes made tried mean means keep " +
    "keeps kept seem seems seemed became noticed saw called",
);

/** "A terrible", "my left": the thing itself has not been named yet. */
export const DESCRIBES_WHAT_COMES =
  /\b(?:(?:a|an|some|the same|this|such a|really|of) (?:terrible|horrible|awful|heavy|bad|sharp|dull|big|huge|small|little|strange|funny|weird|severe|slight|new|sort|kind|sudden|constant|nasty|different)|(?:my|your|his|her|our|their) (?:left|right|upper|lower|other|whole))$/;

/** Amounts and times after a comma say more about one thing; they are no list of things. */
export const AMOUNT =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred|half|once|twice|times|day|daily|week|month|morning|evening|night|milligrams?|mg|only|now|just|maybe|please|doctor)\b/;

/** "Furosemide, forty": a dose is still to come. */
export const BARE_NUMBER =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|(?:one|two|five) hundred)$/;

/** They open a clause that a second clause has to follow. */
export const SUBORDINATORS =
  /^(?:when|whenever|if|because|cos|although|though|after|before|while|whilst|unless|until|once|since|as soon as|every time|each time|even though|even if)$/;

/** Words at the end that look unfinished and are not: "I think so", "ever since", "breathe in". */
export const WHOLE_ENDINGS = new RegExp(
  `\\b(?:${
    [
      "(?:think|hope|guess|suppose|say|said|even|more) so",
      "ever since",
      "(?:since|back|by|until|now and) then",
      "(?:breath|breathe|breathing|come|came|go|goes|went|move|moved) in",
      "(?:go|goes|going|went|comes|came|come|brings it|put|get|carry|carried|later|early) on",
      "(?:hope|guess|think|course|why|maybe|probably|certainly|definitely|perhaps|if) not",
      "(?:like|after|before|for|about|from|of|do|did|had|than|all|know|take|took) (?:this|that|these|those)",
      "(?:at|on|with|by) that",
      "^(?:i|we|he|she|it|they) (?:will|would|do|does|did)",
      "a bit",
      "as well",
      "(?:feel|am|im|get) well",
      "(?:know|heard|think) of",
    ].join("|")
  })$`,
);

/** "What it's from", "where it goes to": the word that the last one belongs to has been said before. */
export const STRANDED =
  /\b(?:what|where|which|who|whats|wheres|nothing|something|anything|lot) (?:\w+ )*?\w+ (?:of|to|at|from|with|for|about|in|into|on|by|like|around)$/;

/** "What it is", "as it was", "the way I take it": what the last word wants has been said before. */
export const EMBEDDED =
  /\b(?:what|where|who|how|which|as|than|whatever|way|all) (?:\w+ ){0,4}?(?:i|he|she|it|we|they|this|that) (?:(?:has|have|had|could|might|would|should|must|will) )?\w+$/;

/** "Yes, I do." "No, it hasn't." "Yes, very." */
export const SHORT_ANSWER =
  /^(?:(?:yes|yeah|yep|no|nope|well|oh|i think|sometimes) )+(?:(?:i|he|she|it|we|they|you) )?\w+$/;

/** Endings that announce what has not been said, whatever mark stands behind them. */
export const ANNOUNCES: readonly RegExp[] = [
  /\b(?:sort|kind|type) of$/,
  /\b(?:you know|i mean|you see|how shall i say)$/,
  /\b(?:let me|ill have to|i need to|trying to) (?:think|remember|see)$/,
  /\b(?:hang on|hold on|wait|(?:just |give me )?(?:a|one) (?:second|moment|minute|sec))$/,
  /\b(?:one|two|three|four|few|several|couple of|number of|another|other|more) things?(?: really)?$/,
  /^(?:(?:well|so|and) )?(?:first|firstly|first of all|second|secondly|for one thing|for a start|to start with)$/,
  /(?<!now )\b(?:and|but) then(?: (?:suddenly|also|again))?$/,
  /\b(?:told|tells|asked) (?:me|him|her|us|them)(?: that)?$/,
  /\b(?:know|see|get) what i mean$/,
  /\bfor (?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|\d+)$/,
  /\b(?:is|was|think|thought|said|so|me|felt|feel) that$/,
  /\b(?:hard|difficult|tricky|know how|sure how) to (?:explain|describe|say|put it|put into words)$/,
  /\b(?:cant|cannot|dont|trying to) (?:quite )?remember (?:the name|what|which|how|who)\b/,
  /\b(?:got|have|had|take|took|taking) (?:two|three|four|five|six|several)$/,
  /\b(?:bit|little|much|even) (?:more|less)$/,
  /\b(?:im|its|hes|shes|am|is|was|are) not really$/,
  /\b(?:and suddenly|it was called|its called|is called)$/,
];

/** Questions that people ask themselves while they look for a word. */
export const SEARCHES: readonly RegExp[] = [
  /\b(?:what|whats|what was|what is) (?:\w+ ){0,3}(?:called|word|name)$/,
  /\bhow (?:can|do|could|should|would|shall|to) (?:i )?(?:put|say|explain|describe)\b/,
  /\bwhat (?:else )?(?:was i|did i|am i) (?:\w+ )?(?:say|saying|going to say|want to say|trying to say)$/,
  /^(?:(?:or|and|so|now) )?(?:what else|where was i)$/,
];

const SOFTENERS =
  "(?: (?:really|doctor|doc|i think|i guess|i suppose|then|now|for now|today|thanks|thank you|i can think of))*";

/** The patient says that all has been said. */
export const CLOSES: readonly RegExp[] = [
  `\\bthat(?:s| is)(?: (?:pretty much|more or less|just|basically|probably|really|about|nearly))* (?:it|all|everything|the lot)(?: there is(?: to it)?| i wanted to say)?${SOFTENERS}`,
  `\\bthat(?:s| is)(?: (?:really|basically))? the (?:main|whole|only) (?:thing|problem)${SOFTENERS}`,
  `\\bthat(?:s| is) (?:really )?(?:why|the reason|what) (?:im here|i am here|i came|ive come|i came in|i came to see you|i wanted to see you|brings me here|brought me here)${SOFTENERS}`,
  `^(?:so|and so|well|yeah so) that(?:s| is) (?:really )?the problem${SOFTENERS}`,
  `^(?:(?:no|nope|yeah|yes|well|so|and|i think|theres|there is) )*nothing else${SOFTENERS}`,
  `\\b(?:cant think of|dont think theres|dont think there is|isnt|not) anything else${SOFTENERS}`,
].map((source) => new RegExp(`${source}$`));

/** The word goes to the clinician without a question. */
export const GIVES_OVER: readonly RegExp[] = [
  /\bover to you$/,
  /\b(?:you tell me|its up to you|up to you|youre the (?:doctor|expert|boss))$/,
  /\b(?:wonder|wondered|wondering|hope|hoped|hoping) (?:(?:if|whether|that|maybe) )?you (?:could|can|would|might|had|have)\b/,
  /\b(?:id|i would|i) (?:just )?(?:like|want|wanted|need) you to\b/,
];

/** A question by its order of words, for engines that write no marks. */
export const ASKS =
  /^(?:(?:so|and|but|well|doctor|ok|okay) )*(?:(?:what|how|why|when|where|which|who) )?(?:(?:do|does|did|can|could|would|should|will|is|are|am|was|have) (?:you|i|it|this|that|we|there)|whats wrong|what (?:is|do|does|could|should|can))\b/;

/** Somebody else's question, told: "He said, is it your heart?" */
export const REPORTS = /\b(?:said|says|asked|asks|told|thought|goes|was like|wondering)\b/;
