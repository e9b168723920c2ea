import type { Manner } from "@/lib/rehearsal/patients/manners.ts";

/** Words that tell nothing of the case: how a patient fills, doubts, declines and breaks off. */
export interface SmallTalk {
  /** Before an answer. */
  readonly fillers: readonly string[];
  /** To a yes-or-no question about something the card does not hold. */
  readonly no: readonly string[];
  /** To any other question that the card does not answer. */
  readonly unsure: readonly string[];
  /** To a question that was answered before. */
  readonly again: readonly string[];
  /** To a question that comes too close, put without kindness. */
  readonly evasions: readonly string[];
  /** To an encourager when all is told. */
  readonly finished: readonly string[];
  /** Said around an answer; no symptom, no medicine, no time. */
  readonly asides: readonly string[];
}

const COMMON: SmallTalk = {
  fillers: ["Well,", "Er,", "Um,", "Yes, well,"],
  no: ["No.", "No, nothing like that.", "I don't think so, no.", "No, not that I've noticed."],
  unsure: ["I'm not sure.", "I couldn't tell you, really.", "I don't know."],
  again: ["I think I answered that.", "It's as I said before.", "I think I told you that already."],
  evasions: ["It's fine, really.", "Oh, nothing much.", "I'd rather not go into that."],
  finished: ["That's about it really.", "I think that's everything."],
  asides: [
    "I don't like to make a fuss.",
    "You know how it is.",
    "I nearly didn't come in at all.",
    "I expect you hear this all day long.",
    "I thought I'd better have somebody take a look.",
    "I did ring up first, and the lady was very helpful.",
    "I'm trying to think how to put it, it's hard to explain when you're asked.",
    "I looked it up on the internet, which I know you're not supposed to do.",
  ],
};

const OWN: Readonly<Record<Manner, Partial<SmallTalk>>> = {
  talkative: {
    asides: [
      ...COMMON.asides,
      "My neighbour said I should come, she's always right about these things, she used to work here.",
      "Anyway, I said to my sister, I'm going to get that seen to, and she said about time too.",
      "I could go on about it all day, you'll have to stop me when you've heard enough.",
    ],
  },
  terse: {
    fillers: ["Er,"],
    no: ["No.", "Nope.", "Not really."],
    unsure: ["Don't know.", "Not sure.", "Couldn't say."],
    finished: ["That's it."],
    asides: ["That's all.", "My wife made me come."],
  },
  anxious: {
    fillers: ["Oh,", "Sorry,", "I mean,", "Um,"],
    no: ["No, no, I don't think so.", "No. Should I have?", "No, nothing like that."],
    asides: [
      ...COMMON.asides,
      "I'm sorry, I'm probably wasting your time.",
      "Is that bad? It's just that I keep thinking about it.",
      "I haven't been able to put my mind to anything because of it.",
    ],
  },
  vague: {
    fillers: ["Er,", "Well, sort of,", "I suppose,", "Hmm,"],
    no: ["Not really.", "I don't think so.", "Maybe, I wouldn't say so."],
    unsure: ["I'm not sure.", "It's hard to say.", "It comes and goes, I couldn't say."],
  },
  wandering: {
    fillers: ["Well, now,", "Let me see,", "Yes, well,"],
    asides: [
      ...COMMON.asides,
      "It was the day the man came about the boiler, no, the day after that.",
      "We used to have such a good bus service here, you could just hop on, and now look at it.",
      "Where was I? Oh yes.",
    ],
  },
  slow: {
    fillers: ["Well now,", "Let me think,", "Oh,"],
    finished: ["I think that's all, dear."],
  },
  with_companion: { fillers: ["Well,", "Er,", "Let me think,"] },
};

export function smallTalkOf(manner: Manner): SmallTalk {
  return { ...COMMON, ...OWN[manner] };
}

/**
 * What fills a first statement that is let run: how it was to get here, who said what. Longer than
 * an aside, and as empty of symptoms, medicines and times.
 */
export const STORIES = [
  "I was in two minds about coming, because you read that everybody's rushed off their feet, and I thought, there'll be people who need it more than I do.",
  "It was a job to get through on the phone, I was number fourteen in the queue, and they play that same tune over and over until you could scream.",
  "The lady on the desk was very nice about it, she found me this appointment, and she said it was better to have it looked at than to sit at home and wonder.",
  "I had to ask somebody to mind things while I'm out, so I hope it's all right if I keep an eye on the clock.",
  "I came on the bus, and of course it was late, and then I couldn't find the right door, they've moved everything round since I was last in.",
  "You put things off, don't you, you think you'll see how it goes, and then before you know it you're sitting here.",
  "I did write it all down on a piece of paper so that I wouldn't forget, and I've gone and left the paper on the kitchen table.",
  "I'm not one for doctors, no offence meant, I was brought up to get on with things and not to go on about them.",
  "Somebody I know had something that sounded just like it, and she was told one thing by one person and another thing by the next, so you don't know what to believe.",
  "They were talking about it on the radio, funnily enough, I was only half listening, but it did make me think that perhaps I ought to say something.",
  "I've never used one of these talking machines before, I suppose it's like leaving a message, you just say it and hope that it's gone in.",
  "I don't know how much of this you want, you'll have to tell me if I'm going on, I do tend to give people the whole story.",
  "Everybody at home has an opinion, you can imagine, one says do this and another says do that, and I just wanted to hear it from somebody who knows.",
  "It's not as if it's the only thing going on just now, what with one thing and another, but I don't want to bore you with all that.",
] as const;

/** To somebody else in the room. */
export const SIDE_TALK = {
  patient: [
    "What was it called again?",
    "Have you got my glasses?",
    "Could you hold this a minute?",
    "You remember, don't you?",
  ],
  companion: [
    "You told me it was worse than that.",
    "Just tell them what you told me.",
    "Sit up a bit, love.",
    "I said you should have come sooner.",
  ],
} as const;

/** To a remark that asks nothing; it claims no turn. */
export const BACKCHANNELS = ["Mm.", "Okay.", "Right.", "Yes, fine."] as const;

/** After a long wait in which nobody has said anything. */
export const CALLS_OUT = [
  "Hello? Is it still listening?",
  "Sorry, was I supposed to say more?",
] as const;
