/**
 * Words that must not be misheard: medicines a general practice meets every day, numbers and
 * negations. They are counted apart when the ears are measured, and marked when heard with doubt.
 */

/** Generic names (British approved names, with the American where it differs), by use. */
const MEDICINE_NAMES = [
  // Heart and circulation
  "amlodipine apixaban aspirin atenolol atorvastatin bendroflumethiazide bisoprolol bumetanide",
  "candesartan carvedilol clopidogrel dabigatran dapagliflozin digoxin diltiazem doxazosin edoxaban",
  "empagliflozin enalapril eplerenone ezetimibe felodipine furosemide furosemide glyceryl indapamide",
  "irbesartan isosorbide lercanidipine lisinopril losartan nebivolol nicorandil nifedipine perindopril",
  "pravastatin propranolol ramipril rivaroxaban rosuvastatin sacubitril simvastatin spironolactone",
  "ticagrelor valsartan verapamil warfarin",
  // Diabetes and hormones
  "alendronate carbimazole estradiol gliclazide insulin levothyroxine linagliptin liraglutide metformin",
  "pioglitazone prednisolone semaglutide sitagliptin hydrocortisone testosterone tirzepatide",
  // Pain and nerves
  "amitriptyline carbamazepine celecoxib cocodamol codeine diclofenac dihydrocodeine duloxetine fentanyl",
  "gabapentin ibuprofen lamotrigine levetiracetam morphine naproxen nortriptyline oxycodone paracetamol",
  "acetaminophen phenytoin pregabalin sumatriptan topiramate tramadol valproate rizatriptan",
  // Mind
  "aripiprazole citalopram clozapine diazepam donepezil escitalopram fluoxetine haloperidol lithium",
  "lorazepam memantine methylphenidate mirtazapine olanzapine paroxetine quetiapine risperidone",
  "sertraline temazepam trazodone venlafaxine zopiclone melatonin",
  // Infection
  "aciclovir acyclovir amoxicillin azithromycin cefalexin ciprofloxacin clarithromycin clindamycin",
  "doxycycline erythromycin flucloxacillin fluconazole metronidazole nitrofurantoin oseltamivir",
  "penicillin phenoxymethylpenicillin trimethoprim terbinafine",
  // Chest, gut, skin, allergy and others
  "adrenaline epinephrine allopurinol azathioprine baclofen beclometasone bisacodyl budesonide cetirizine",
  "chlorphenamine colchicine cyclizine desogestrel domperidone fexofenadine finasteride fluticasone folic",
  "formoterol hydroxychloroquine hyoscine ipratropium lactulose lansoprazole loperamide loratadine",
  "macrogol mebeverine mesalazine methotrexate metoclopramide mirabegron mometasone montelukast",
  "omeprazole ondansetron oxybutynin pantoprazole prochlorperazine ranitidine salbutamol salmeterol senna",
  "sildenafil solifenacin sulfasalazine tacrolimus tamoxifen tamsulosin tiotropium tranexamic",
];

const MEDICINES: ReadonlySet<string> = new Set(MEDICINE_NAMES.join(" ").split(" "));

const NEGATIONS: ReadonlySet<string> = new Set(
  ("no not never none nothing nobody nor neither without cannot cant dont doesnt didnt isnt arent wasnt " +
    "werent hasnt havent hadnt wont wouldnt shouldnt couldnt mustnt").split(" "),
);

const NUMBER_WORDS: ReadonlySet<string> = new Set(
  ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred " +
    "thousand half quarter point once twice").split(" "),
);

const DOSE_UNITS: ReadonlySet<string> = new Set(
  ("mg mcg g ml milligram milligrams microgram micrograms gram grams millilitre millilitres milliliter " +
    "milliliters unit units puff puffs tablet tablets capsule capsules").split(" "),
);

/** Lower case, without apostrophes and other marks: the form in which all lists above are written. */
function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

export function isMedicine(word: string): boolean {
  return MEDICINES.has(bare(word));
}

export function isNegation(word: string): boolean {
  return NEGATIONS.has(bare(word));
}

export function isNumber(word: string): boolean {
  const text = bare(word);
  return /\d/.test(text) || NUMBER_WORDS.has(text);
}

/** True for "milligrams" and the like: a word before a dose is most often a medicine's name. */
export function isDoseUnit(word: string): boolean {
  return DOSE_UNITS.has(bare(word).replace(/^\d+/, ""));
}

/** Shorter words resemble a medicine by chance. */
const SHORTEST_RESEMBLING = 6;
/** "Ramproll" for ramipril, "amixicillin" for amoxicillin: a third of the letters are wrong. */
const MOST_WRONG_SHARE = 0.34;

/** True where the word is no medicine but spelt nearly like one, as a misheard name is. */
export function resemblesMedicine(word: string): boolean {
  const text = bare(word);
  if (text.length < SHORTEST_RESEMBLING || MEDICINES.has(text)) return false;
  for (const name of MEDICINES) {
    const most = Math.floor(name.length * MOST_WRONG_SHARE);
    if (Math.abs(name.length - text.length) <= most && editDistance(text, name, most) <= most) {
      return true;
    }
  }
  return false;
}

/** Levenshtein distance; any number above `most` once it is certain to be above. */
function editDistance(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return row[other.length] ?? 0;
}
