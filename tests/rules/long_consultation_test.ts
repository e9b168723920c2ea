import assert from "node:assert/strict";
import { flagsOf, lastReading } from "./dialogue.ts";

const ASTHMA_REVIEW = `
D: Come in, have a seat. It's about your asthma today, isn't it?
P: Yes, the nurse said I was due a review.
D: How has it been?
P: Pretty good. I had a bad chest in the winter but that cleared up.
D: Are you using the blue inhaler much?
P: Once a week, maybe, if I run for the bus.
D: Any waking at night with a cough or wheeze?
P: No, I sleep fine.
D: Have you ever been admitted to hospital with it?
P: When I was a child I was in hospital a couple of times. I couldn't breathe, my lips went blue, mum was terrified.
D: But nothing since then?
P: No, not for twenty years.
D: Do you smoke?
P: I gave up when my dad had his heart attack.
D: Sorry to hear that. How is he?
P: He's all right now. He had chest pain for weeks and never told anybody.
D: Any chest pain yourself? Any palpitations?
P: No, nothing like that.
D: Let's check your peak flow. Any allergies?
P: Penicillin, I come out in a rash.
D: Any swelling of the lips or trouble breathing with that?
P: No, just itchy.
D: Good. Let me listen to your chest. Deep breath in. Any pain when you breathe in?
P: No.
D: That's all clear. If you ever find the blue inhaler isn't helping, or you can't finish a sentence, call 999.
P: Will do.
D: Shall we book you in for the flu jab?
P: Yes please.
`;

const TUMMY_BUG = `
Hello, what can I do for you?
It's my little girl, she's been sick since last night.
How old is she?
She's four.
And how many times has she been sick?
Three or four times, and a bit of diarrhoea this morning.
Any blood in it?
No, no blood.
Is she keeping anything down?
She's had some squash and a biscuit this morning and that stayed down.
When did she last have a wee?
About an hour ago.
Has she had a temperature?
A little bit warm last night but not today.
Any rash?
No.
Is she drowsy at all?
No, she's been watching cartoons.
Does she have tummy pain?
She said it hurt a bit before she was sick.
Anyone else at home unwell?
Her brother had it last week, he had a temperature and slept all day, but he's fine now.
Right. She looks well, she's smiling, her hands are warm.
If she can't keep anything down, gets drowsy, or hasn't weed for twelve hours, ring us straight away.
I read about meningitis, how would I know?
The rash doesn't fade with a glass, a stiff neck, and very unwell. She has none of that.
Oh good, thank you.
`;

const BACK_AND_BLUES = `
D: What's been going on?
P: It's my back again, doctor. It's been sore since I dug the garden over.
D: Whereabouts?
P: Down low, on the right.
D: Does it go down your leg?
P: A bit into the buttock.
D: Any numbness, any pins and needles?
P: No.
D: Any trouble with your waterworks or bowels?
P: No, all normal.
D: Any numbness when you wipe?
P: No, nothing.
D: Ever had cancer?
P: No. My sister had breast cancer and it went to her spine, she couldn't walk in the end.
D: I'm sorry. Any weight loss, any fevers?
P: No. I've put weight on if anything.
D: How are you in yourself?
P: A bit fed up. I'm not sleeping because of the pain.
D: Do you feel low?
P: Now and again.
D: Have you had any thoughts of harming yourself?
P: No, nothing like that. My cousin killed himself, I'd never do that to my family.
D: Right. I'll give you some exercises and some painkillers.
P: The last lot made me sick.
D: We'll try something else. Come back if you get numbness or can't pass water.
P: Thanks very much.
`;

function lines(dialogue: string): string[] {
  return dialogue.trim().split("\n");
}

for (const [name, dialogue] of Object.entries({ ASTHMA_REVIEW, TUMMY_BUG, BACK_AND_BLUES })) {
  Deno.test(`[CD9] a whole harmless consultation raises nothing: ${name}`, () => {
    assert.deepEqual(flagsOf(...lines(dialogue)), []);
  });
}

Deno.test("[CD9] in hours of talk the complaint and what bears on it are not forgotten", () => {
  const talk = Array.from({ length: 40 }, () => lines(BACK_AND_BLUES)).flat();
  const reading = lastReading(
    "P: I've got chest pain.",
    ...talk,
    "P: I'm sweating with it.",
  );
  assert.deepEqual(reading.alarms.map((alarm) => alarm.flag), ["chest_pain.acute_coronary"]);
  assert.equal(reading.alarms[0]?.evidence[0]?.line, 0);
});
