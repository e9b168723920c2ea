/**
 * The review of a one-hour record, thousands of committed pieces long: time to the whole answer, and
 * time to the first paint of the page in a real Chromium: `deno run -A bench/review.ts`. The box
 * answers from the process that asks, so the numbers hold the asking, too.
 */
import { openBrowser } from "@/tests/browser/open_browser.ts";
import { reviewRecord } from "@/tests/browser/review_record.ts";
import { startBox } from "@/tests/browser/start_box.ts";
import { machine } from "./machine.ts";
import { percentile, rounded } from "./percentile.ts";

const MINUTES = 60;
const REQUESTS = 100;
const PAINTS = 10;

/** The first requests compile what the later ones run. */
const WARM_UP = 10;

const TARGET_ANSWER_MS = 40;
const TARGET_PAINT_MS = 1000;

await using box = await startBox();
const id = reviewRecord(box.services.record, {
  ...{ minutes: MINUTES, answer: 2, findings: [], alarm: true },
});
const path = `${box.origin}/consultations/${id}`;
const pieces = box.services.record.turns.list(id).length;
const { answers, bytes } = await askOften();
const paints = await paintOften();
const answerP95 = percentile(answers, 95);
const paintMax = Math.max(...paints);
console.log(JSON.stringify({
  machine: machine(),
  minutes: MINUTES,
  pieces,
  html_kb: Math.round(bytes / 1024),
  answer_p50_ms: rounded(percentile(answers, 50)),
  answer_p95_ms: rounded(answerP95),
  answer_within_target: answerP95 <= TARGET_ANSWER_MS,
  paint_p50_ms: rounded(percentile(paints, 50)),
  paint_max_ms: rounded(paintMax),
  paint_within_target: paintMax <= TARGET_PAINT_MS,
  loadavg: Deno.loadavg(),
}));

async function askOften(): Promise<{ answers: number[]; bytes: number }> {
  const home = await fetch(box.origin);
  await home.body?.cancel();
  const cookie = home.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const answers: number[] = [];
  let bytes = 0;
  for (let count = 0; count < WARM_UP + REQUESTS; count++) {
    const begun = performance.now();
    const answer = await fetch(path, { headers: { cookie } });
    bytes = (await answer.bytes()).byteLength;
    if (answer.status !== 200) throw new Error(`Cannot measure: the page answers ${answer.status}`);
    if (count >= WARM_UP) answers.push(performance.now() - begun);
  }
  return { answers, bytes };
}

/** From the start of the navigation to the first paint with content, each in a fresh page. */
async function paintOften(): Promise<number[]> {
  const browser = await openBrowser();
  try {
    const paints: number[] = [];
    for (let count = 0; count < PAINTS; count++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(path, { waitUntil: "load" });
      const paint = await page.evaluate(() =>
        new Promise<number>((resolve) => {
          const find = () => {
            const entry = performance.getEntriesByName("first-contentful-paint")[0];
            if (entry === undefined) requestAnimationFrame(find);
            else resolve(entry.startTime);
          };
          find();
        })
      );
      paints.push(paint);
      await page.close();
    }
    return paints;
  } finally {
    await browser.close();
  }
}
