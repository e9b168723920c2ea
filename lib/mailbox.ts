/**
 * Run to completion: one event is handled wholly before the next begins, whatever the handling of
 * it posts. That is what lets a session, a stream or a schedule be read as a sequence. What the
 * handling throws reaches whoever posted; what waits behind it is handled with the next event.
 */
export class Mailbox<Event> {
  readonly #handle: (event: Event) => void;
  #waiting: Event[] = [];
  #running = false;

  constructor(handle: (event: Event) => void) {
    this.#handle = handle;
  }

  post(event: Event): void {
    this.#waiting.push(event);
    this.#run();
  }

  /** Ahead of everything that waits: an outcome the next events must already know of. */
  postFirst(event: Event): void {
    this.#waiting.unshift(event);
    this.#run();
  }

  #run(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        this.#handle(next);
      }
    } finally {
      this.#running = false;
    }
  }
}
