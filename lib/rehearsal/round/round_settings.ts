import {
  configProblemWords,
  parseConfig,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
} from "@/lib/config.ts";

/**
 * What of a box's settings a round is played under: when Alba speaks, how long she waits, how loud the
 * room may be. Engines, folders and ports are the round's own; so is the gate, which it opens, and
 * what only counts after Stop, where a round ends.
 */
const OF_A_ROUND = /^(AUTO|BARGE_IN|SPEECH)_/;
const NOT_OF_A_ROUND: readonly SettingName[] = [
  "AUTO_MODE_ENABLED",
  "AUTO_SPEAKER_DECLARATION_WAIT_S",
];
const ROUND_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter((name) =>
  OF_A_ROUND.test(name) && !NOT_OF_A_ROUND.includes(name)
);

export interface RoundSettings {
  /** As they were given, by their names; every other one is as shipped. */
  readonly given: Readonly<Record<string, string>>;
  /** Those of them that say something else than the defaults do. */
  readonly changed: Readonly<Record<string, unknown>>;
}

export type RoundSettingsResult =
  | { readonly ok: true; readonly settings: RoundSettings }
  | { readonly ok: false; readonly words: string };

/**
 * The settings of a round: the box's own (`environment`), and over them each `NAME=VALUE` of `set`, the
 * last of a name counting. A mistake in either is told in the words that a start of the service has.
 */
export function roundSettings(
  environment: Readonly<Record<string, string | undefined>>,
  set: readonly string[],
): RoundSettingsResult {
  const values = { ...environment };
  for (const text of set) {
    const [, name, value] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined || value.trim() === "") {
      return { ok: false, words: `Cannot set "${text}": write NAME=VALUE.` };
    }
    if (!ROUND_SETTINGS.some((known) => known === name)) return { ok: false, words: unknown(name) };
    values[name] = value;
  }
  const parsed = parseConfig(values);
  if (!parsed.ok) return { ok: false, words: parsed.problems.map(configProblemWords).join("\n") };
  const given: Record<string, string> = {};
  const changed: Record<string, unknown> = {};
  for (const name of ROUND_SETTINGS) {
    const text = values[name];
    if (text === undefined || !parsed.fromEnvironment.includes(name)) continue;
    given[name] = text;
    if (parsed.config[name] !== SETTINGS[name].default) changed[name] = parsed.config[name];
  }
  return { ok: true, settings: { given, changed } };
}

function unknown(name: string): string {
  return `Cannot set ${name} for a round: it takes the settings of auto mode and speech, such as ` +
    "AUTO_EOT_FALLBACK_S; .env.example has them all.";
}

/** The options that play a round under the same settings, wherever it is called. */
export function setOptions({ given }: RoundSettings): string[] {
  return Object.entries(given).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
}
