import assert from "node:assert/strict";
import { chatServer, OLLAMA_WIRE, type ReceivedRequest } from "../engines/chat_server.ts";
import { browserTest, RECORDING, startConsultation, waitForNotice } from "./browser_test_case.ts";

const URGENCY = {
  urgent_actions: [
    {
      action: "Arrange a chest X-ray today",
      reason: "Two weeks of cough with phlegm may be pneumonia.",
      quote: "I bring up a bit of yellow phlegm",
      arranged: false,
    },
    {
      action: "Send for a blood culture",
      reason: "Rigors would point to sepsis.",
      quote: "I have been shaking all night",
      arranged: false,
    },
    { action: "Measure the oxygen saturation", reason: "Short of breath.", arranged: false },
  ],
};
const ASSESSMENT = {
  summary: "Cough for two weeks.",
  questions_to_ask: [
    { question: "Have you coughed up blood?", rationale: "Points to a tumour.", urgent: true },
  ],
  considerations: [],
};
const AFFECT = { affect: "neutral", intensity: 0.2 };

/** What a model could answer, by the form that it is asked for; a probe asks for none. */
function answer({ body }: ReceivedRequest): Response {
  const form = JSON.stringify(body.format ?? {});
  const given = form.includes("urgent_actions")
    ? URGENCY
    : form.includes("intensity")
    ? AFFECT
    : ASSESSMENT;
  return new Response(OLLAMA_WIRE.piece(JSON.stringify(given)) + OLLAMA_WIRE.end("stop", 20), {
    headers: { "content-type": OLLAMA_WIRE.contentType },
  });
}

const server = chatServer(OLLAMA_WIRE, { act: "hang" }, answer);

Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

browserTest(
  "[CD1, CD3, CD6] what a model finds is on the page: its questions, its alarms, their quotes, those that nobody said, and whose they are",
  async (visit) => {
    await startConsultation(visit);
    const { page } = visit;
    await waitForNotice(page, RECORDING);
    await page.locator(".agenda-question", { hasText: "Urgent: Have you coughed up blood?" })
      .waitFor();
    const alarm = (action: string) => page.locator(".urgent-open li", { hasText: action });
    await alarm("chest X-ray").waitFor();
    const quoteOf = (action: string) => alarm(action).locator(".urgent-quote").innerText();
    // The quotation marks are the stylesheet's and belong to no text.
    assert.equal(await quoteOf("chest X-ray"), "Said: I bring up a bit of yellow phlegm model");
    assert.equal(
      await quoteOf("blood culture"),
      "Not found in the transcript: I have been shaking all night model",
    );
    assert.equal(await quoteOf("oxygen"), "No words are quoted for it model");
  },
  { box: { env: { CDS_ENGINE: "ollama", CDS_MODEL: "scripted", OLLAMA_URL: server.url } } },
);
