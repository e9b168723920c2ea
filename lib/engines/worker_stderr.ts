/** A line longer than this is cut while it is read, so that a babbling child costs no memory. */
const MAX_LINE_CHARS = 200;

const TRACEBACK_LINE = "Traceback (most recent call last):";
const EXCEPTION_LINE = /^((?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?::.*)?$/;

/** What may be said of a worker's stderr: it can hold patient words, so its text is never kept. */
export interface StderrSummary {
  readonly lines: number;
  /** Class of the last exception that ended a Python traceback, e.g. `ModuleNotFoundError`. */
  readonly errorClass: string | null;
}

/** Takes stderr chunk by chunk, so that the child never blocks on a full pipe; keeps the summary. */
export class StderrWatch {
  #lines = 0;
  #errorClass: string | null = null;
  #inTraceback = false;
  #line = "";
  readonly #decoder = new TextDecoder();

  summary(): StderrSummary {
    return { lines: this.#lines, errorClass: this.#errorClass };
  }

  push(chunk: Uint8Array): void {
    const parts = this.#decoder.decode(chunk, { stream: true }).split("\n");
    for (const [index, part] of parts.entries()) {
      this.#line = (this.#line + part).slice(0, MAX_LINE_CHARS);
      if (index === parts.length - 1) break;
      this.#endLine(this.#line.trimEnd());
      this.#line = "";
    }
  }

  #endLine(line: string): void {
    this.#lines++;
    if (line === TRACEBACK_LINE) {
      this.#inTraceback = true;
      return;
    }
    const indented = /^\s/.test(line);
    if (!this.#inTraceback || indented || line === "") return;
    this.#inTraceback = false;
    const errorClass = EXCEPTION_LINE.exec(line)?.[1];
    if (errorClass !== undefined) this.#errorClass = errorClass;
  }
}
