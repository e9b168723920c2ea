import type { Embedding } from "@/lib/engines/speakers/speaker_encoder.ts";

/** Cosine of two unit vectors: 1 for the same direction. */
export function cosine(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** The weighted mean brought back to length 1; null when there is nothing to mean. */
export function meanDirection(
  parts: readonly { readonly embedding: Embedding; readonly weight: number }[],
): Embedding | null {
  const first = parts[0];
  if (first === undefined) return null;
  const sum = new Float32Array(first.embedding.length);
  for (const { embedding, weight } of parts) {
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] ?? 0) + weight * (embedding[at] ?? 0);
    }
  }
  const length = Math.sqrt(cosine(sum, sum));
  return length === 0 ? null : sum.map((value) => value / length);
}
