import { randomId } from "@/lib/page/random_id.ts";

const KEY = "alba-tab";

/** This tab's identifier: the same after a reload, another one in another tab. */
export function tabId(): string {
  try {
    const known = sessionStorage.getItem(KEY);
    if (known !== null && /^[0-9a-f]{32}$/.test(known)) return known;
    const fresh = randomId();
    sessionStorage.setItem(KEY, fresh);
    return fresh;
  } catch {
    // Storage can be switched off; the tab then counts as a new one after each reload.
    return randomId();
  }
}
