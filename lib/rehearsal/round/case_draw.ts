import { type Config, parseConfig } from "@/lib/config.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import { drawProfile, type FaultChoice, type Profile } from "@/lib/rehearsal/patients/profiles.ts";
import type { ConsultationMode } from "@/lib/protocol/shared.ts";
import { forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";

/** How some boxes and consultations differ from most. */
export const VARIANTS = [
  /** A model judges the ends of turns although one server does everything (AUTO_OFFICER=model). */
  "model_officer",
  /** The acoustic ear has a say (AUTO_EAR=on). */
  "ear_on",
  /** Whoever speaks over Alba silences her (BARGE_IN_ENABLED). */
  "barge_in",
  /** Over a telephone (SK5). */
  "telephone",
] as const;
export type Variant = typeof VARIANTS[number];

/** What one seed stands for: who comes, what the box is like, and what goes wrong. */
export interface CaseDraw {
  readonly seed: number;
  readonly card: CaseCard;
  readonly profile: Profile;
  /** None: the rules alone decide. */
  readonly servers: "none" | "one" | "two";
  readonly noiseRms: number;
  /** A doctor with habits, or one who only supervises. */
  readonly isDoctorActive: boolean;
  readonly variants: readonly Variant[];
}

/** Boxes without a model, with one server, and with two. */
const SERVERS = ["none", "one", "two", "two"] as const;

/** A quiet room, a usual one, and one at whose noise the floor is clamped. */
const NOISE_RMS = [0.002, 0.004, 0.008, 0.015] as const;

/** Each variant by itself; most cases have none. */
const VARIANT_CHANCE = 0.15;

export function drawCase(seed: number, faults: FaultChoice): CaseDraw {
  const random = seeded(forkSeed(seed, "case"));
  return {
    seed,
    card: random.pick(CASE_CARDS),
    profile: drawProfile(seed, faults),
    servers: random.pick(SERVERS),
    noiseRms: random.pick(NOISE_RMS),
    isDoctorActive: random.chance(0.5),
    variants: VARIANTS.filter((variant) =>
      seeded(forkSeed(seed, `variant ${variant}`)).chance(VARIANT_CHANCE)
    ),
  };
}

export function modeOf({ variants }: CaseDraw): ConsultationMode {
  return variants.includes("telephone") ? "telephone" : "in_person";
}

/** What a variant changes of the settings as they are shipped. */
const SETTINGS_OF: Readonly<Record<Variant, Readonly<Record<string, string>>>> = {
  model_officer: { AUTO_OFFICER: "model" },
  ear_on: { AUTO_EAR: "on" },
  barge_in: { BARGE_IN_ENABLED: "true" },
  telephone: {},
};

/** The box's settings; `given` ones stand above what the case has drawn. */
export function configOf(draw: CaseDraw, given: Readonly<Record<string, string>>): Config {
  const drawn = draw.variants.flatMap((variant) => Object.entries(SETTINGS_OF[variant]));
  const parsed = parseConfig({
    AUTO_MODE_ENABLED: "true",
    CDS_ENGINE: draw.servers === "none" ? "rules" : "ollama",
    CDS_SHORT_MODEL: draw.servers === "two" ? "short" : "",
    DATA_DIR: "/nowhere",
    ...Object.fromEntries(drawn),
    ...given,
  });
  if (!parsed.ok) {
    const names = parsed.problems.map(({ name }) => name).join(", ");
    throw new Error(`Cannot use the round's settings: ${names}`);
  }
  return parsed.config;
}
