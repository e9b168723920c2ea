import type { Method } from "./method.ts";

/** The outcome of looking up a URL. */
export interface RouteMatch<T> {
  /** The pattern of the route, or null when no route has this path. */
  pattern: string | null;
  /** The chain for the method, or null when the path does not answer it. */
  chain: T[] | null;
  params: Record<string, string>;
  /** The methods the path answers. */
  allowed: Method[];
}

type Chains<T> = Map<Method, T[]>;

interface Entry<T> {
  pattern: string;
  chains: Chains<T>;
}

const IS_PATTERN = /[*:{}+?()]/;

/**
 * Finds the chain of functions for a method and a path. Plain paths win over patterns; among
 * patterns the first one added wins. A plain path matches with and without a trailing slash.
 */
export class Router<T> {
  readonly #plain = new Map<string, Entry<T>>();
  readonly #patterns = new Map<string, Entry<T> & { url: URLPattern }>();

  /** Adds a chain; a second one for the same method and path runs when the first passes on. */
  add(method: Method, path: string, chain: readonly T[]): void {
    const { chains } = this.#entry(path);
    chains.set(method, [...(chains.get(method) ?? []), ...chain]);
  }

  #entry(path: string): Entry<T> {
    if (IS_PATTERN.test(path)) {
      const entry = this.#patterns.get(path) ??
        { pattern: path, chains: new Map(), url: new URLPattern({ pathname: path }) };
      this.#patterns.set(path, entry);
      return entry;
    }
    const key = plainKey(path);
    const entry = this.#plain.get(key) ?? { pattern: path, chains: new Map() };
    this.#plain.set(key, entry);
    return entry;
  }

  match(method: Method, url: URL): RouteMatch<T> {
    const plain = this.#plain.get(plainKey(url.pathname));
    if (plain !== undefined) return found(plain, method, {});
    for (const entry of this.#patterns.values()) {
      const match = entry.url.exec({ pathname: url.pathname });
      if (match !== null) return found(entry, method, match.pathname.groups);
    }
    return { pattern: null, chain: null, params: {}, allowed: [] };
  }
}

function found<T>(
  { pattern, chains }: Entry<T>,
  method: Method,
  groups: Record<string, string | undefined>,
): RouteMatch<T> {
  // HEAD is GET without the body, unless the route says otherwise.
  const chain = chains.get(method) ?? (method === "HEAD" ? chains.get("GET") : undefined);
  const params = Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeParam(value ?? "")]),
  );
  return { pattern, chain: chain ?? null, params, allowed: Array.from(chains.keys()) };
}

function plainKey(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Decodes all but reserved characters, so that "%2F" cannot turn into a path separator. */
function decodeParam(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    // Malformed escapes are the client's doing: the handler sees them as they came.
    return value;
  }
}
