import type { Visit } from "./browser_test_case.ts";

/** Notes everything that moves without being touched; the answer says what did, so far. */
export async function watchShifts({ page }: Visit): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: false });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "shifts"));
}
