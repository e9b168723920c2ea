import { ask, type Complaint, together } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { lowMood, tired } from "@/lib/rules/shared_findings.ts";

const suicidal = symptom(
  "thoughts of suicide or self-harm",
  "kill/killing myself/himself/herself",
  "end/ending/ended my/your/her/his life",
  "take/taking my/your own life",
  "end/ending it all",
  "suicidal",
  "suicide",
  "harm/harming/hurt/hurting/cut/cutting myself/yourself",
  "better off without me",
  "better off dead",
  "rather be dead",
  "wish .. dead",
  "wish .. never woken/wake",
  "dont want to be here .. more/anymore",
  "dont want to be here",
  "dont want to live/wake",
  "want to die",
  "no point .. living/going_on",
  "life .. worth living",
  "cant go on",
  "jump/jumping off/in front",
  "drive/driving/drove/crash/crashing .. into/off .. wall/tree/bridge/lorry",
  "walk/step/stepping in front of",
  "not/never wake up",
  "letter/letters/note/notes .. goodbye",
  "say/saying goodbye",
  "end things",
  "dark thoughts",
  "no/dont/cant/isnt .. point .. living/going_on/carrying_on/life",
  "knife to .. arm/arms/wrist/wrists/throat",
  "slit/slash/slashed/cut/cutting .. wrists/wrist/arms",
  "end/ending it",
  "except end/ending it .. with/phone",
  "not being here/around/alive",
  "not be here/around/alive",
  "tablets/pills near ready/saved/saving/stockpiled/stockpiling",
  "had enough of life/living",
  "ways to/of .. do/doing/end it",
  "think/thinking/thought .. ending/end",
  "wish .. not/never .. born/here/alive/wake",
  "hope/hoping .. dont/wont wake",
  "hang/hanging/drown/drowning myself",
  "think/thinking/thought .. taking .. overdose/tablets/pills",
  "want .. all to be over/end/stop",
  "want .. go to sleep and not/never wake",
);
const voices = symptom(
  "hearing voices or being persecuted",
  "hear/hearing voices",
  "voices .. tell/telling",
  "they are/theyre watching/following/poisoning",
  "television/tv/radio .. messages/talking/sending",
  "spy/spying on",
  "plot/plotting against",
  "out to get me",
  "chip/camera in .. head",
  "people .. following/watching/after_me",
);
const sleep = symptom("poor sleep", "sleep/sleeping/insomnia/awake");
const appetite = symptom("appetite", "appetite/eating/weight");
const alcohol = fact("alcohol or drugs", "drink/drinking/alcohol/drugs/cannabis/cocaine");
const support = fact("support at home", "live/living alone", "support/family/partner");
const earlier = fact(
  "earlier episodes",
  "before",
  "antidepressant/antidepressants/sertraline/citalopram",
);

export const lowMoodComplaint: Complaint = {
  id: "low_mood",
  title: "Low mood",
  topic: "how you have been feeling",
  presents: [lowMood, suicidal, voices],
  opening: "Can you tell me how you have been feeling in yourself?",
  questions: [
    ask(
      "Have you had any thoughts of harming yourself or ending your life?",
      "Suicide risk is asked directly; asking does no harm.",
      suicidal,
    ),
    ask("Have you heard or seen things that others do not?", "Psychosis.", voices),
    ask("How are you sleeping?", "Severity.", sleep),
    ask("How is your appetite?", "Severity.", appetite),
    ask("How much energy do you have?", "Severity, physical causes.", tired),
    ask("Do you drink alcohol or use drugs?", "Cause and risk.", alcohol),
    ask("Who is with you at home?", "Support and safety.", support),
    ask("Have you felt like this before?", "Earlier episodes and what helped.", earlier),
  ],
  flags: [
    {
      id: "low_mood.suicide_risk",
      condition: "suicide risk",
      action: "Same-day mental health crisis assessment for suicide risk",
      reason: "do not leave alone until risk and means have been assessed",
      when: [together(suicidal)],
      arrangedBy: ["crisis_team", "ambulance", "hospital"],
      guidance: ["NICE NG225: self-harm", "NICE NG222: depression in adults"],
    },
    {
      id: "low_mood.psychosis",
      condition: "psychosis",
      action: "Same-day psychiatric assessment for suspected psychosis",
      reason: "voices or persecution, with a possible risk to self or others",
      when: [together(voices)],
      arrangedBy: ["crisis_team", "hospital", "specialist"],
      guidance: ["NICE CG178: psychosis and schizophrenia in adults"],
    },
  ],
};
