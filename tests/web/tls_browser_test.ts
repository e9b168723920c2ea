import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { systemClock } from "@/lib/clock.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { ensureBoxCertificate } from "@/lib/web/tls/box_certificate.ts";
import { openTlsFront } from "@/lib/web/tls/tls_front.ts";
import { app } from "@/main.ts";
import { until } from "@/tests/browser/browser_test_case.ts";
import { hasChromium } from "@/tests/browser/open_browser.ts";
import { startBox } from "@/tests/browser/start_box.ts";
import { memoryStorage } from "./guarded_app.ts";

const PIN = "274916";
const OWN = { names: ["surgery"], addresses: ["10.1.2.3"] };

/** What a browser that trusts exactly this key is started with. */
function trustFlag(certPem: string): string {
  const key = new X509Certificate(certPem).publicKey.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(Buffer.from(key)).digest("base64");
  return `--ignore-certificate-errors-spki-list=${digest}`;
}

Deno.test({
  name: "[SE1, TR1] over TLS a real browser signs in, gets the microphone, and records",
  ignore: !await hasChromium(),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using box = await startBox();
    const { people, config } = box.services;
    const owner = people.owner();
    assert.ok((await people.setPin(owner.id, PIN, owner)).ok);
    const certificate = ensureBoxCertificate(join(config.DATA_DIR, "keys"), OWN, Date.now());
    const clock = systemClock();
    const front = openTlsFront({
      hostname: "0.0.0.0",
      port: 0,
      ...certificate,
      clock,
      handler: guarded(app.handler(), {
        config,
        clock,
        people,
        sessions: memoryStorage(),
        shared: () => OWN,
      }),
    });
    const browser = await chromium.launch({
      executablePath: "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        "--host-resolver-rules=MAP surgery 127.0.0.1",
        trustFlag(certificate.certPem),
      ],
    });
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", ({ message }) => problems.push(message));
      // Typed without "https", as people do.
      await page.goto(`http://surgery:${front.port}/`);
      await page.waitForURL(`https://surgery:${front.port}/login?next=%2F`);
      await page.fill("#pin", PIN);
      await page.locator("form").getByRole("button", { name: "Sign in" }).click();
      await page.click("text=Start consultation");
      await page.waitForSelector("text=Recording and listening");
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await page.waitForFunction(() => document.querySelectorAll(".live-transcript li").length > 0);
      const recorded = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
      await until("more than a second was recorded", () => recorded() > 16_000);
      const [cookie] = await page.context().cookies();
      assert.deepEqual([cookie?.secure, cookie?.httpOnly, cookie?.sameSite], [
        true,
        true,
        "Strict",
      ]);
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
      await front.shutdown();
    }
  },
});
