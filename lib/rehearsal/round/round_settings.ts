import {
  configProblemWords,
  parseConfig,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
} from "@/lib/config.ts";

/**
 * What of a box's settings a round is played under: when Alba speaks, how long she waits, how loud the
 * room may be. Engines, folders and ports are the round's own.
 */
const OF_A_ROUND = /^(AUTO|BARGE_IN|SPEECH)_/;

/**
 * Those of them that would change nothing, each with the reason. AUTO_EAR_HOLD_S is not one: another
 * AUTO_EOT_QUIET_S may need it, as on a box.
 */
const WITHOUT_EFFECT: Readonly<Partial<Record<SettingName, string>>> = {
  AUTO_MODE_ENABLED: "a round always has the gate open",
  AUTO_EAR: "a round has no acoustic ear",
  AUTO_SPEAKER_DECLARATION_WAIT_S: "a round is over at Stop",
};
const ROUND_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter((name) =>
  OF_A_ROUND.test(name) && WITHOUT_EFFECT[name] === undefined
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
    const known = ROUND_SETTINGS.find((setting) => setting === name);
    if (known === undefined) return { ok: false, words: notOfARound(name) };
    values[known] = value;
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

function notOfARound(name: string): string {
  const why = Object.entries(WITHOUT_EFFECT).find(([known]) => known === name)?.[1] ??
    "it takes the settings of auto mode and speech that .env.example has";
  return `Cannot set ${name} for a round: ${why}.`;
}

/** The options that play a round under the same settings, wherever it is called. */
export function setOptions({ given }: RoundSettings): string[] {
  return Object.entries(given).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
}
