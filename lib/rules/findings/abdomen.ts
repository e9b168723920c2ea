import { symptom } from "@/lib/rules/finding.ts";

/** Abdomen, waterworks and pregnancy. Shared by complaints; each finding is written once. */

export const vomiting = symptom(
  "vomiting",
  "vomit",
  "throw up",
  "being/been/was sick",
  "except off sick",
  "except sick note",
  "sick .. times",
  "sick all night/day",
  "keep/kept sick",
  "retch/retching",
  "bring everything up",
  "cant/couldnt keep .. down",
  "puke",
);

export const nausea = symptom(
  "feeling sick",
  "nausea/nauseous/queasy",
  "feel sick",
  "sick and sweaty/clammy/faint",
);

export const tummyPain = symptom(
  "abdominal pain",
  "{pain} near {belly}/side",
  "{belly} near solid",
  "{belly} near cramps/cramping/gripes/rigid/rock/hard/knotted/blown/bloated/distended",
  "{belly} .. killing",
  "tummyache/stomachache/bellyache",
  "{pain} low down",
  "{pain} near belly_button/right_side/left_side/lower_right",
);

export const heartburn = symptom("heartburn", "heartburn/indigestion/acid/reflux");

export const hasDiarrhoea = symptom(
  "diarrhoea",
  "diarrhoea",
  "the runs",
  "the trots",
  "loose/watery {stool}",
  "an upset stomach",
  "got/had/have upset stomach",
  "squits",
);

export const littleUrine = symptom(
  "passing little or no urine",
  "hasnt/havent/not/hardly/barely/stopped weed/peed/weeing/peeing/wee/pee",
  "hasnt/havent/not/hardly/barely/stopped pass/passed/passing urine/water",
  "hasnt/havent/not had .. wet/dry nappy/nappies",
  "hasnt/havent/not been to toilet/loo",
  "not been .. all/today",
  "dry nappy/nappies",
  "only .. dribble/drop/drops .. {urine}",
  "hardly/barely/havent/hasnt .. wee/pee/weed/peed",
  "not .. wee/pee .. all day/night",
  "no wet nappy/nappies",
);

export const passesUrine = symptom(
  "passing urine",
  "pass/passing urine/water",
  "able to wee/pee",
  "except pass/passing a lot/lots .. urine/water",
  "going to the loo",
  "wet nappies",
  "except {pain}/burn/sting/trouble/problem/blood/difficulty .. pass/passing urine/water",
  "except when .. pass/passing urine/water",
);

export const pregnant = symptom(
  "pregnant, or may be",
  "pregnant",
  "weeks pregnant/gone",
  "positive pregnancy test",
  "expecting a baby",
  "im/shes expecting",
  "test .. positive",
);

export const latePeriod = symptom(
  "a missed or late period",
  "period near late/missed/overdue/skipped",
  "miss/missed .. period",
  "havent/not had .. period",
  "except period since",
  "except period .. years",
  "havent/not come on",
  "{number}/a/few week/weeks/days late",
);

export const vaginalBleeding = symptom(
  "vaginal bleeding",
  "bleed/bleeding/blood/=spotting .. down_below/between_periods/vagina/vaginally",
  "bleed/bleeding/blood down below",
  "bleed/bleeding/blood/=spotting between .. periods",
  "=spotting",
  "{blood} .. wipe/wiped/wiping/knickers/underwear/pants",
  "{blood} .. vagina/vaginal/vaginally",
  "bleed .. after sex",
  "flooding",
  "soak .. pad/pads/towel/towels/tampon",
  "period near heavy/heavier",
);
