/**
 * The shortest whole answers, whose last word would lean on another in a longer sentence. Written as
 * the house's normaliser leaves them: lower case, no apostrophes.
 */

const LEAD = "(?:(?:yes|yeah|yep|no|nope|well|oh|i think|maybe|probably) )*";
const SUBJECT = "(?:i|he|she|it|we|they|that)";
const DO_OR_BE = "(?:do|does|did|am|is|are|was|were|have|has|had|can|could|would|will|should)";
const UNIT = "(?:second|minute|hour|day|night|week|month|year)s?";
const COUNT =
  "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|a few|a couple of|half an?)";
const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

const whole = (answers: readonly string[]) => new RegExp(`^${LEAD}(?:${answers.join("|")})$`);

/** Whole once a full stop stands behind them. */
export const WHOLE_WITH_A_STOP = whole([
  `(?:${SUBJECT} )?${DO_OR_BE} not`,
  `(?:${SUBJECT} )?cannot`,
  `${SUBJECT} never (?:do|did|have|had|was|am)`,
  "never|rarely|always|mostly|mainly|quite|very|not very|not quite",
  "(?:just |only )?a little",
]);

/**
 * Whole even where a voice only fades, which Whisper writes with dots. "I was..." and "Mostly..." are
 * not among them: there as much follows as not, and waiting costs least (TT12).
 */
export const WHOLE_THOUGH_FADING: readonly RegExp[] = [
  whole([
    "nothing (?:like that|at all|really)",
    "none (?:at all|really)",
    "not (?:really|at all|yet|often|always|much|at the moment|today|any ?more)",
    "not (?:that i know(?: of)?|that im aware of|as far as i know|that i can think of)",
    "i (?:dont|do not) (?:think so|know|remember)",
    "i (?:think|guess|suppose|hope) (?:so|not)",
    "a (?:little )?bit",
    "(?:every )?now and (?:then|again)|once or twice|once in a while|from time to time|on and off",
    "(?:all|most of|some of) the time|hardly ever|nearly always",
    `(?:(?:about|around|for|just|only|nearly|almost|over|roughly) )*${COUNT} ${UNIT}(?: ago| or so| now)?`,
    `since (?:last )?(?:${WEEKDAY}|yesterday|week|month|year|this morning|last night)`,
    "(?:here )?(?:on|in) (?:the|my) (?:left|right|middle)(?: side)?",
  ]),
  /^(?:yes|yeah|yep|no|nope) (?:never|sometimes|rarely|always|nothing|mostly|a little)$/,
  new RegExp(`^(?:yes|yeah|no|nope) ${SUBJECT} (?:do|does|did|(?:do|does|did|have|has|had) not)$`),
  new RegExp(`^(?:no|nope) ${SUBJECT} (?:dont|doesnt|didnt|havent|hasnt|hadnt)$`),
];
