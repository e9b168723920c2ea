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

/** Those of them that would change nothing, each with the reason. */
const WITHOUT_EFFECT: Readonly<Partial<Record<SettingName, string>>> = {
  AUTO_MODE_ENABLED: "a round always has the gate open",
  AUTO_SPEAKER_DECLARATION_WAIT_S: "a round is over at Stop",
};
const ROUND_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter((name) =>
  OF_A_ROUND.test(name) && WITHOUT_EFFECT[name] === undefined
);

/** What stands above what each case draws of the settings as shipped, by name, as text. */
export type RoundSettings = Readonly<Record<string, string>>;

export type RoundSettingsResult =
  | { readonly ok: true; readonly settings: RoundSettings }
  | { readonly ok: false; readonly words: string };

/**
 * The settings of a round: those of the box (`environment`) that are not as shipped, and over them each
 * `NAME=VALUE` of `set`, the last of a name counting. A mistake in either is told in the words that a
 * start of the service has.
 */
export function roundSettings(
  environment: Readonly<Record<string, string | undefined>>,
  set: readonly string[],
): RoundSettingsResult {
  const isSet: Record<string, string> = {};
  for (const text of set) {
    const [, name, value] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined || value.trim() === "") {
      return { ok: false, words: `Cannot set "${text}": write NAME=VALUE.` };
    }
    const known = ROUND_SETTINGS.find((setting) => setting === name);
    if (known === undefined) return { ok: false, words: notOfARound(name) };
    isSet[known] = value;
  }
  const parsed = parseConfig({ ...environment, ...isSet });
  if (!parsed.ok) return { ok: false, words: parsed.problems.map(configProblemWords).join("\n") };
  const { config } = parsed;
  const told = ROUND_SETTINGS.filter((name) =>
    name in isSet || config[name] !== SETTINGS[name].default
  );
  const settings = Object.fromEntries(told.map((name) => [name, `${config[name]}`]));
  return { ok: true, settings };
}

function notOfARound(name: string): string {
  const why = Object.entries(WITHOUT_EFFECT).find(([known]) => known === name)?.[1] ??
    "it takes the settings of auto mode and speech that .env.example has";
  return `Cannot set ${name} for a round: ${why}.`;
}

/** The options that play a round under the same settings, wherever it is called. */
export function setOptions(settings: RoundSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
}
