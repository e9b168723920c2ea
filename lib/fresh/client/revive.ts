import { signal } from "@preact/signals";
import { HOLE, type PackedProps, Tag } from "../shared/packed_props.ts";

/** The Temporal classes by name; TypeScript's DOM library does not know them all yet. */
type TemporalClasses = Record<
  string,
  { from(text: string): unknown } | undefined
>;

/**
 * Rebuilds the props packed by the server. A value referred to twice comes back as one value, so
 * two islands that were given the same signal share it.
 */
export function revive(packed: PackedProps): unknown {
  const done = new Map<number, unknown>();

  function keep<T>(index: number, value: T): T {
    done.set(index, value);
    return value;
  }

  function at(ref: string | number | undefined): unknown {
    const index = Number(ref);
    if (done.has(index)) return done.get(index);
    const entry = packed[index];
    return Array.isArray(entry) ? build(index, entry) : keep(index, entry);
  }

  function build(index: number, [tag, ...rest]: (string | number)[]): unknown {
    const [first, second] = rest;
    switch (tag) {
      case Tag.Array: {
        const list: unknown[] = keep(index, new Array(rest.length));
        rest.forEach((ref, i) => {
          if (ref !== HOLE) list[i] = at(ref);
        });
        return list;
      }
      case Tag.Object: {
        const object = keep(index, {});
        for (let i = 0; i < rest.length; i += 2) {
          // Defining rather than assigning keeps a key named "__proto__" an ordinary key.
          Object.defineProperty(object, String(rest[i]), {
            value: at(rest[i + 1]),
            configurable: true,
            enumerable: true,
            writable: true,
          });
        }
        return object;
      }
      case Tag.Set: {
        const set = keep(index, new Set());
        for (const ref of rest) set.add(at(ref));
        return set;
      }
      case Tag.Map: {
        const map = keep(index, new Map());
        for (let i = 0; i < rest.length; i += 2) {
          map.set(at(rest[i]), at(rest[i + 1]));
        }
        return map;
      }
      case Tag.Signal:
      case Tag.Computed: {
        // A computed arrives as a constant: its function stays on the server.
        const revived = keep(index, signal<unknown>(undefined));
        revived.value = at(first);
        return revived;
      }
      default:
        return keep(index, leaf(tag, first, second));
    }
  }

  return at(0);
}

function leaf(
  tag: string | number | undefined,
  first: string | number | undefined,
  second: string | number | undefined,
): unknown {
  switch (tag) {
    case Tag.BigInt:
      return BigInt(first ?? 0);
    case Tag.Bytes:
      return Uint8Array.from(atob(String(first)), (char) => char.charCodeAt(0));
    case Tag.Date:
      return new Date(Number(first));
    case Tag.Number:
      return Number(first);
    case Tag.RegExp:
      return new RegExp(String(first), String(second));
    case Tag.Temporal: {
      const classes = (globalThis as unknown as { Temporal: TemporalClasses }).Temporal;
      return classes[String(first)]?.from(String(second));
    }
    case Tag.Url:
      return new URL(String(first));
    default:
      return undefined;
  }
}
