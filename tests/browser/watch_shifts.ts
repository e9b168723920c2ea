import type { Visit } from "./browser_test_case.ts";

/** Notes everything that moves without being touched; the answer says what did, so far. */
export async function watchShifts({ page }: Visit): Promise<() => Promise<unknown>> {
  await page.evaluate(async () => {
    // What a test has waited for stands in the document before it is painted, and may move things then.
    const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await painted();
    await painted();
    const fromMs = performance.now();
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      const since = list.getEntries().filter(({ startTime }) => startTime >= fromMs);
      shifts.push(...since.map((entry) => JSON.stringify(entry)));
    }).observe({ type: "layout-shift", buffered: false });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "shifts"));
}
