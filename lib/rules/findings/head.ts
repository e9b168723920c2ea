import { symptom } from "@/lib/rules/finding.ts";

/** Head, throat and mind. Shared by complaints; each finding is written once. */

export const headacheFelt = symptom(
  "headache",
  "headache/headaches/migraine/migraines",
  "head near {pain}/=pounding/splitting/=banging/=thumping/throbbing/exploding",
  "{pain} near temple/temples/forehead/side_of_my_head",
  "head pain",
  "head .. exploded",
);

export const headInjured = symptom(
  "a blow to the head",
  "hit/hitting/bang/banged/bump/bumped/cracked/knocked .. head",
  "knocked myself/himself/herself out",
  "head injury",
  "landed on head",
  "catch/caught/clip/clipped/whack/whacked/smack/smacked/knock head on/against",
  "lump/egg on/at head/forehead",
  "blow to .. head",
);

export const visualTrouble = symptom(
  "blurred vision or flashing lights",
  "flashing lights",
  "vision/sight near blurred/blurry/funny/double/gone",
  "seeing/see stars/spots/zigzags",
  "blurred/blurry/double vision",
);

export const confusion = symptom(
  "confusion or drowsiness",
  "{confused}",
  "doesnt/dont/didnt recognise/know .. us/me/anyone/family",
  "doesnt/dont/didnt recognise",
  "doesnt/dont/didnt know where .. is/was/am/are",
  "drowsy/lethargic",
  "hard/difficult to wake/rouse",
  "wont wake",
  "not responding",
  "talking nonsense/gibberish/rubbish",
  "doesnt/not make/making sense",
  "seeing things",
  "hallucinating/hallucination",
  "very/really/so sleepy",
  "not with it",
  "spaced out",
  "away with the fairies",
);

export const dizzy = symptom(
  "dizziness",
  "dizzy/dizziness/giddy/lightheaded/vertigo",
  "light headed",
  "room .. spin/spins/spinning",
  "off balance",
  "funny turn",
);

export const throatSore = symptom(
  "a sore throat",
  "throat near {pain}/scratchy/raw/bad/red/burning/razor/razors",
  "throat near {swell}/closing",
  "bad/terrible/awful/horrible throat",
  "tonsil/tonsils/tonsillitis",
  "one side of .. throat",
  "hurts to swallow",
);

export const mouthUlcers = symptom("mouth ulcers", "mouth near ulcer/ulcers/sores/sore/blisters");

export const lowMood = symptom(
  "low mood",
  "mood near low/down/bad/flat/awful",
  "except down below",
  "feel/feeling/been low/down/depressed/hopeless/worthless/miserable/suicidal/empty",
  "depressed/depression",
  "cant stop crying",
  "cry/crying all the time",
  "lost interest in",
  "no interest in",
  "really/very/so low/down",
  "dont enjoy anything",
);
