import { fact, symptom } from "@/lib/rules/finding.ts";

/** Findings that more than one complaint asks about; each is written once. */

export const chestPain = symptom(
  "chest pain",
  "{pain} near chest/breastbone/sternum",
  "chest near vice/crushed/squashed",
  "chest near pressing/gripping/grip/strangling/aching",
  "chest near pressure/heavy/heaviness/tight/squeezing/crushing/burning/weight/band",
  "crushing/squeezing/stabbing .. chest",
  "sitting/standing on .. chest",
  "rip/tear inside/in chest",
  "angina",
);

export const breathless = symptom(
  "breathlessness",
  "breathless",
  "short of breath",
  "shortness of breath",
  "out of breath",
  "out of puff",
  "short/shortness .. breath",
  "cant/couldnt catch/get/find breath",
  "cant/couldnt/hardly/barely/struggling/struggle/hard/difficult/difficulty/trouble/fighting .. breathe/breathing/breath",
  "fight/gasp for breath/air",
  "cant/couldnt/not/cannot get .. air",
  "suffocate/suffocating/smothering",
  "bad .. breathing",
  "breathing near bad/worse/awful/terrible/fast/difficult/funny",
  "trouble/problem .. breathing",
  "puffed/puffing",
  "except leg/face/eye/ankle near puffed",
  "wheeze/wheezy",
  "pant/panting",
  "winded",
);

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

export const sweating = symptom(
  "sweating",
  "sweat/sweaty/clammy",
  "cold sweat",
  "drenched",
);

export const fainted = symptom(
  "fainting or collapse",
  "{faint}",
  "except feel like/about/ill .. {faint}",
  "except going_to/gonna/about_to/ill/might {faint}",
  "nearly/almost {faint}",
  "went/gone down like a sack",
);

export const feelsFaint = symptom(
  "feeling faint",
  "feel/feeling faint/lightheaded",
  "light headed",
  "going to/gonna {faint}",
  "about to {faint}",
  "feel like .. {faint}",
  "ill/might {faint}",
  "woozy",
);

export const feverish = symptom(
  "fever",
  "fever/feverish",
  "except hay fever",
  "high temperature",
  "temperature/temp",
  "burning up",
  "thirty eight/nine",
  "38/39/40 degrees",
  "{child}/hes/shes/shivering/skin hot",
  "running a temperature",
);

export const infection = fact("an infection", "infection/infected/pneumonia/cellulitis/abscess");

export const rigors = symptom(
  "shivering or shaking with cold",
  "shiver/shivery/rigor/rigors/chills",
  "shaking uncontrollably/violently",
  "shaking .. cold",
  "cold shakes",
  "cant/couldnt get warm",
  "shaking and cant stop",
  "teeth chattering",
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

export const oneLegSwollen = symptom(
  "a swollen or tender calf",
  "calf/calves near {swell}/tender/red/hot/hard",
  "one/left/right leg near {swell}",
  "one leg .. bigger/fatter than",
  "lower leg near {swell}/fat/tight",
  "{swell} .. just/only one side",
  "=leg near {swell}",
  "just/only one leg .. {swell}",
);

export const calfPain = symptom(
  "calf pain",
  "calf/calves near {pain}/tight",
);

export const swollen = symptom("swelling", "{swell}");

export const hotRed = symptom(
  "heat or redness",
  "red/redness",
  "hot to touch",
  "warm to touch",
  "hot",
);

export const recentSurgeryOrTravel = fact(
  "recent operation, immobility or long journey",
  "operation/surgery near recently/lately/week/weeks/fortnight/month",
  "hip/knee near replaced/replacement/done/operated",
  "in .. plaster/cast/boot",
  "broke/broken .. leg/ankle/hip/foot",
  "plaster cast",
  "flight/flew/plane",
  "long journey/drive",
  "been bedbound",
  "in bed for {number} days/weeks",
);

export const pastClot = fact(
  "an earlier clot",
  "clot near leg/lung/lungs/before",
  "dvt",
  "pulmonary embolism/embolus",
);

export const anticoagulated = fact(
  "taking an anticoagulant",
  "{anticoagulant}",
);

export const cancerKnown = fact(
  "known cancer",
  "cancer near breast/prostate/lung/bowel/kidney/had/got/treated/thyroid",
  "myeloma/lymphoma/leukaemia/melanoma",
  "cancer",
);

export const weightLoss = symptom(
  "losing weight",
  "lose/lost .. weight/stone/pounds/kilos",
  "weight loss",
  "weight .. dropping/falling_off",
  "getting thin/thinner",
  "clothes/trousers/jeans/skirt .. loose/falling/hanging_off",
);

export const thirsty = symptom(
  "great thirst",
  "thirsty/thirst",
  "drinking gallons/loads/pints/litres/lots",
  "cant stop drinking",
  "drinking .. constantly/nonstop",
  "drinking all the time",
);

export const passingLotsOfUrine = symptom(
  "passing a lot of urine",
  "always/constantly/keep weeing/peeing",
  "weeing/peeing .. lot/loads/constantly/every/nonstop",
  "weeing/peeing all the time",
  "up .. every/times .. wee/pee/loo",
  "every hour .. wee/pee/loo/toilet",
  "up all night weeing/peeing",
  "wet the bed",
  "wetting .. bed",
);

export const diabetic = fact("diabetes", "diabetic/diabetes", "on insulin", "type one");

export const headInjured = symptom(
  "a blow to the head",
  "hit/hitting/bang/banged/bump/bumped/cracked/knocked .. head",
  "knocked myself/himself/herself out",
  "head injury",
  "landed on head",
  "blow to .. head",
);

export const rapidHeart = symptom(
  "a racing or pounding heart",
  "palpitation/palpitations",
  "heart near racing/race/pounding/thumping/fluttering/banging/hammering",
  "heart near skips/skipping/skipped/irregular/misses",
  "heart .. fast/like_mad",
  "heart .. going like",
  "heart .. beating/beat .. crazy/fast/mad/hard/funny/quick",
  "heart .. jumping/flipping/missing/dancing/fast",
);

export const hasDiarrhoea = symptom(
  "diarrhoea",
  "diarrhoea",
  "the runs",
  "the trots",
  "loose/watery {stool}",
  "upset stomach",
  "squits",
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

export const headacheFelt = symptom(
  "headache",
  "headache/headaches/migraine/migraines",
  "head near {pain}/=pounding/splitting/=banging/=thumping/throbbing/exploding",
  "{pain} near temple/temples/forehead/side_of_my_head",
  "head pain",
  "head .. exploded",
);

export const wentSuddenly = symptom(
  "a sudden start",
  "{sudden}",
  "came/come on in .. second/seconds/minute",
);

export const visualTrouble = symptom(
  "blurred vision or flashing lights",
  "flashing lights",
  "vision/sight near blurred/blurry/funny/double/gone",
  "seeing/see stars/spots/zigzags",
  "blurred/blurry/double vision",
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

export const backPain = symptom(
  "back pain",
  "{pain} near back/spine/lumbar",
  "back .. worse/killing",
  "back .. gone/went/stiff/bad/terrible/awful/dreadful/spasm/playing_up",
  "{pain}/stiff/bad/pulled/hurt/put .. back",
  "its my back",
  "my back again",
  "about my back",
  "except back passage",
  "backache/sciatica/lumbago",
  "slipped disc",
  "trapped nerve .. back",
);

export const coughing = symptom(
  "cough",
  "a/an/this/my/the/dry/bad/tickly/chesty/persistent/awful/night cough",
  "=coughing",
  "cough .. wont/keeps/kept/weeks/days",
  "chesty",
  "bringing up .. phlegm/sputum/mucus",
);

export const jointPain = symptom(
  "joint pain or swelling",
  "joint/knee/knees/ankle/wrist/elbow/hip/hips/finger/fingers/knuckles/shoulder/toe/hand/hands near {pain}/stiff/stiffness/{swell}/creak/hot/arthritis",
  "knee/ankle/wrist/elbow/hip .. joint swell",
  "cant/couldnt move/bend/straighten .. knee/wrist/elbow/ankle/finger/hip/shoulder",
  "arthritis/gout",
);

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

export const tired = symptom(
  "tiredness",
  "tired/tiredness/exhausted/exhaustion/fatigue/fatigued/knackered/shattered/drained",
  "no energy",
  "worn out",
  "wiped out",
  "done in",
);

export const fellDown = symptom(
  "a fall",
  "i/he/she/dad/mum/had/have/kept/keep/keeps/ive/nan fall/fell/fallen/falling",
  "had a fall/tumble",
  "trip/tripped/slip/slipped on/over/in/off/down",
  "tripped",
  "went over on",
  "came/come/knocked off .. bike/horse/ladder/scooter",
  "on .. floor .. night/hours",
  "fall/fell/falling off/down/over/in/out",
  "falls",
);

export const rashSeen = symptom(
  "a rash",
  "rash/rashes",
  "hives/welts/blotches/urticaria",
  "spots .. all_over/body/legs/arms/tummy/chest",
  "purple/red/little spots",
  "red patch",
  "itchy skin/patches/patch/bumps",
  "skin near blister/blistering/peeling/itchy/itching/flaky",
  "eczema/psoriasis",
);

export const dizzy = symptom(
  "dizziness",
  "dizzy/dizziness/giddy/lightheaded/vertigo",
  "light headed",
  "room .. spin/spins/spinning",
  "off balance",
  "funny turn",
);
