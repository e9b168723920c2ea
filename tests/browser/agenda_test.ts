import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { AgendaView, ServerMessage } from "@/lib/protocol/server_messages.ts";
import { assertAccessible } from "./accessibility.ts";
import { browserTest, recordConsultation, until } from "./browser_test_case.ts";

const LANDED = new Date(2026, 2, 3, 14, 5).getTime();

function version(number: number, source: "rule" | "model", ...asked: string[]): ServerMessage {
  const agenda: AgendaView = {
    version: number,
    source,
    landed_wall_ms: LANDED,
    summary: "",
    questions: asked.map((question) => ({ question, rationale: "Why.", urgent: false })),
    considerations: [],
  };
  return { type: "agenda", agenda };
}

/** The service's end of the page's line, whose agendas are the test's. */
async function agendaLine(page: Page): Promise<(message: ServerMessage) => void> {
  let say: (message: ServerMessage) => void = () => {};
  await page.routeWebSocket(/\/socket$/, (given) => {
    const service = given.connectToServer();
    say = (message) => given.send(JSON.stringify(message));
    service.onMessage((data) => {
      const message: ServerMessage | null = typeof data === "string" ? JSON.parse(data) : null;
      if (message?.type !== "agenda") given.send(data);
    });
  });
  return (message) => say(message);
}

/** The questions that bear the mark at this moment. */
function marked(page: Page): Promise<string[]> {
  return page.locator(".agenda-new").evaluateAll((all) =>
    all.filter((one) => getComputedStyle(one, "::after").visibility === "visible")
      .map((one) => one.firstElementChild?.textContent ?? one.textContent ?? "")
  );
}

browserTest(
  "[CD2] the agenda says whose it is, and marks what is new, until 20 s or the next version have passed",
  async (visit) => {
    const { page } = visit;
    const say = await agendaLine(page);
    await recordConsultation(visit);
    say(version(100, "rule", "Where does it hurt?"));
    const panel = page.locator(".agenda-panel");
    await panel.getByText("By the embedded rules").waitFor();
    assert.deepEqual(await marked(page), []);
    const asked = panel.getByText("Where does it hurt?");
    const before = await asked.boundingBox();

    say(version(101, "model", "Where does it hurt?", "Do you smoke?"));
    await panel.getByText("By the model, as of 14:05").waitFor();
    await panel.getByText("New, worth asking or considering: 1").waitFor({ state: "attached" });
    assert.deepEqual(await marked(page), ["Do you smoke?"]);
    assert.deepEqual(await asked.boundingBox(), before, "no word moves");
    await assertAccessible(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const [endsMs] = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const { pseudoElement } = effect as KeyframeEffect;
        return pseudoElement === "::after" ? [effect?.getComputedTiming().endTime] : [];
      })
    );
    assert.equal(endsMs, 20_000);
    await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    assert.deepEqual(await marked(page), []);

    say(version(102, "model", "Do you smoke?", "Have you lost weight?"));
    await until("the next is marked", async () => (await marked(page)).length === 1);
    assert.deepEqual(await marked(page), ["Have you lost weight?"]);
    say(version(103, "model", "Do you smoke?", "Have you lost weight?"));
    await until("nothing is new", async () => (await marked(page)).length === 0);
  },
);

browserTest(
  "[CD2, SK1] on a desk the agenda is in sight before the disclosure, which stays the first thing to tap",
  async (visit) => {
    const { page } = visit;
    const say = await agendaLine(page);
    await recordConsultation(visit);
    say(version(100, "rule", "Where does it hurt?", "Do you smoke?"));
    const question = page.locator(".agenda-question", { hasText: "Do you smoke?" });
    await question.waitFor();
    const edgesOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box !== null, selector);
      return { top: box.y, bottom: box.y + box.height };
    };
    const agenda = await edgesOf(".agenda-panel");
    const disclosure = await edgesOf(".phrase-due");
    assert.ok(agenda.bottom <= 800, `it ends at ${agenda.bottom}`);
    assert.ok(disclosure.bottom <= agenda.top, "the disclosure is above it");
    assert.equal(await page.locator(".live-controls").evaluate((one) => one.scrollTop), 0);
    for (const one of [page.locator(".phrase-due"), question]) {
      const isOnTop = await one.evaluate((element) => {
        const { height, width, x, y } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      assert.ok(isOnTop, "nothing hides it");
    }
    await assertAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const phrases = await edgesOf(".phrase-panel");
    assert.ok((await edgesOf(".voice")).bottom < phrases.top, "on a phone the phrases come first");
    assert.ok(phrases.bottom < (await edgesOf(".agenda-panel")).top, "and the agenda after all");
  },
  // Auto mode's row takes the most of the height.
  { box: { env: { AUTO_MODE_ENABLED: "true" } } },
);
