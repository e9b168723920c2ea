import { durationWords } from "@/lib/page/format_time.ts";

type GapReason = "network" | "crash" | "paused" | "device" | "disk_full";

const WORDS: Record<GapReason, string> = {
  network: "the page was cut off from the box",
  crash: "Alba was restarted",
  paused: "recording was paused",
  device: "no microphone sound reached the box",
  disk_full: "the disk was full",
};

/** The label of a hole in the recording: how long, and why. */
export function gapWords(reason: GapReason, lengthMs: number): string {
  return `Nothing recorded for ${durationWords(lengthMs)}: ${WORDS[reason]}.`;
}
