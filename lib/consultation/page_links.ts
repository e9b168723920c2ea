import type { ServerMessage } from "@/lib/protocol/server_messages.ts";

/** One page's socket, as the session sees it. */
export interface PageLink {
  readonly id: string;
  /** The browser's own name for itself; absent for what is none. */
  readonly userAgent?: string;
  send(message: ServerMessage): void;
  close(code: number, words: string): void;
}

/** The sockets of the pages that show one consultation. What is meant for one that has gone is nothing. */
export class PageLinks {
  readonly #links = new Map<string, PageLink>();

  add(link: PageLink): void {
    this.#links.set(link.id, link);
  }

  remove(id: string): void {
    this.#links.delete(id);
  }

  send(id: string, message: ServerMessage): void {
    this.#links.get(id)?.send(message);
  }

  broadcast(message: ServerMessage): void {
    for (const link of this.#links.values()) link.send(message);
  }

  close(id: string, code: number, words: string): void {
    this.#links.get(id)?.close(code, words);
    this.#links.delete(id);
  }

  /** They stay known: each tells of its own end. */
  closeAll(code: number, words: string): void {
    for (const link of this.#links.values()) link.close(code, words);
  }

  /** Empty where there is no such page, or it is no browser. */
  userAgent(id: string | null): string {
    return this.#links.get(id ?? "")?.userAgent ?? "";
  }
}
