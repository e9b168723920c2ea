import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import {
  headacheFelt,
  headInjured,
  visualTrouble,
  wentSuddenly,
} from "@/lib/rules/shared_findings.ts";

const faceDroop = symptom(
  "a drooping face",
  "face/mouth/lip/eye/smile near drop/droop/drooping/droopy/lopsided/crooked/wonky/fallen/slipped/down_one_side/all_to_one_side/to_one_side",
  "face/mouth .. twisted/uneven",
);
const armWeak = symptom(
  "weakness of one arm, leg or side",
  "{limp} near arm/hand/side",
  "{limp} near =leg",
  "arm/hand/leg .. wouldnt/wont/doesnt/didnt work/move/lift",
  "cant/couldnt lift/move/raise/use/feel .. arm/=leg/hand",
  "one/left/right side .. {limp}",
  "keep/kept dropping",
  "lose/lost .. use/strength/power/feeling .. hand/arm/leg/side",
  "arm/hand/=leg .. gone/went dead",
);
const numbSide = symptom(
  "numbness of one side",
  "{numb} .. one/left/right side",
  "one/left/right side .. {numb}",
  "face/mouth/lip/cheek near {numb}",
);
const limbNumb = symptom("a numb arm or leg", "arm/hand/=leg near {numb}");
const speech = symptom(
  "slurred or jumbled speech",
  "speech/words/talking/voice near slurred/slurring/slur/jumbled/muddled/garbled/mixed_up",
  "speech/talking near funny/wrong",
  "words near mixed",
  // People talk about things, and what they talk about is funny.
  "except talk/talking/talked about/to/with/of/over",
  "except speech .. wedding/party/funeral/meeting/dinner",
  "cant/couldnt get .. words out",
  "cant/couldnt speak/talk .. properly/right",
  "slurred/slurring",
  "words .. wrong/jumbled",
);
const since = symptom("when it began", "since/started/began/woke/when/morning/yesterday");
const gone = symptom("recovery", "back to normal", "better/gone now", "wore off");
const irregular = fact("atrial fibrillation", "atrial fibrillation", "irregular heartbeat");

export const weaknessSpeechComplaint: Complaint = {
  id: "weakness_speech",
  title: "Weakness, numbness or trouble speaking",
  topic: "the weakness",
  presents: [faceDroop, armWeak, speech, numbSide],
  hintedBy: [],
  opening: "Can you tell me exactly what happened, and when you were last well?",
  questions: [
    ask("Has your face dropped on one side?", "FAST test for stroke.", faceDroop),
    ask("Can you lift both arms and keep them there?", "FAST test for stroke.", armWeak, limbNumb),
    ask("Is your speech slurred or muddled?", "FAST test for stroke.", speech),
    ask("When were you last well?", "Time window for treatment.", since),
    ask(
      "Has it gone back to normal?",
      "Transient ischaemic attack still needs same-day care.",
      gone,
    ),
    ask("Any change in your sight?", "Posterior circulation, eye.", visualTrouble),
    ask("Any headache, or a knock to the head?", "Bleeding.", headacheFelt, headInjured),
    ask("Have you an irregular heartbeat?", "Source of a clot.", irregular),
  ],
  flags: [
    {
      id: "weakness_speech.stroke",
      condition: "stroke",
      action: "Call 999 for suspected stroke",
      reason: "sudden weakness of face or arm, or disturbed speech, also when it has passed",
      when: [
        together(faceDroop),
        together(armWeak),
        together(speech),
        ...withAny(numbSide, wentSuddenly, limbNumb, visualTrouble),
        ...withAny(limbNumb, wentSuddenly),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG128: stroke and transient ischaemic attack in over 16s"],
    },
  ],
};
