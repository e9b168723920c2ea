import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, familyFact, symptom } from "@/lib/rules/finding.ts";
import { turnHint } from "@/lib/rules/findings/openings.ts";
import { chestPain, dizzy, fainted, headInjured, rapidHeart } from "@/lib/rules/shared_findings.ts";

const inExertion = symptom(
  "collapse during effort",
  "{faint} .. running/run/exercise/exercising/treadmill/football/swimming/gym/cycling",
  "halfway/middle/during .. game/match/run/race/training/class",
  "playing/played football/rugby/tennis/squash/hockey/netball",
  "at the gym",
  "i was running/jogging/swimming/cycling/exercising/climbing/lifting",
  "while/whilst running/exercising/playing/swimming/cycling",
);
const noWarning = symptom(
  "collapse without warning",
  "no warning",
  "without .. warning",
  "just dropped",
);
const heartDisease = fact(
  "known heart disease or pacemaker",
  "heart failure/condition/disease/murmur",
  "pacemaker",
);
const suddenDeathInFamily = familyFact(
  "sudden death in the family",
  "dropped dead",
  "died suddenly",
  "sudden death",
  "died .. young/thirty/twenties/thirties/forty",
  "died in .. sleep",
);
const convulsed = symptom(
  "shaking, tongue biting or confusion after",
  "shaking all over",
  "jerk/jerking/convulsing/convulsion/convulsions",
  // Who remembers the shaking and the cold had a rigor.
  "except i/im was/shaking/shook .. shaking/shivery/cold",
  "except shivering/shivery/cold/blankets .. shaking",
  "bit/biting .. tongue",
  "fit/fits/seizure/seizures",
);
const spinning = symptom("the room spinning", "spin/spins/spinning", "vertigo");
const standing = symptom("on standing up", "stand/standing/get/getting up");
const medicines = fact("blood-pressure or other medicines", "tablets/medication/pills/medicine");
const deaf = symptom("hearing loss or ringing", "hearing/deaf/ringing/tinnitus");

export const dizzinessCollapseComplaint: Complaint = {
  id: "dizziness_collapse",
  title: "Dizziness or collapse",
  topic: "the turns you have had",
  presents: [dizzy, fainted, convulsed],
  hintedBy: [turnHint],
  opening: "Can you tell me exactly what happened, before, during and after?",
  questions: [
    ask("Did you lose consciousness?", "Syncope or seizure.", fainted),
    ask("What were you doing: was it during exercise?", "Effort syncope is cardiac.", inExertion),
    ask(
      "Was there any chest pain or racing of the heart?",
      "Arrhythmia, ischaemia.",
      chestPain,
      rapidHeart,
    ),
    ask("Did you have any warning?", "None suggests arrhythmia.", noWarning),
    ask(
      "Has anyone in the family died suddenly or young?",
      "Inherited heart disease.",
      suddenDeathInFamily,
    ),
    ask("Did anyone see shaking, or did you bite your tongue?", "Seizure.", convulsed),
    ask("Did you hurt your head?", "Injury from the collapse.", headInjured),
    ask("Does the room spin, or do you feel faint?", "Vertigo or presyncope.", spinning),
    ask("Does it come when you stand up?", "Postural hypotension.", standing),
    ask("Do you have heart disease?", "Raises the risk.", heartDisease),
    ask("Any change in your hearing?", "Labyrinthine causes.", deaf),
    ask("Which medicines do you take?", "Blood pressure, glucose, sedation.", medicines),
  ],
  flags: [
    {
      id: "dizziness_collapse.cardiac_syncope",
      condition: "heart rhythm",
      action: "Same-day ECG and cardiac assessment for suspected cardiac syncope",
      reason:
        "collapse in effort, with palpitations or chest pain, or with sudden death in the family",
      when: [
        ...withAny(fainted, inExertion, rapidHeart, suddenDeathInFamily, heartDisease),
        together(fainted, chestPain),
      ],
      arrangedBy: ["ambulance", "hospital", "ecg"],
      guidance: ["NICE CG109: transient loss of consciousness in over 16s"],
    },
    {
      id: "dizziness_collapse.first_seizure",
      condition: "seizure",
      action: "Same-day assessment after a suspected first seizure",
      reason: "a convulsion needs its cause sought and driving stopped",
      when: [together(convulsed)],
      arrangedBy: ["ambulance", "hospital", "specialist"],
      guidance: [
        "NICE NG217: epilepsies",
        "NICE CG109: transient loss of consciousness in over 16s",
      ],
    },
  ],
};
