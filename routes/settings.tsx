import { page } from "fresh";
import { define } from "@/lib/web/define.ts";
import { type Config, SETTING_NAMES, type SettingName, SETTINGS } from "@/lib/config.ts";
import { turnJudgeWords } from "@/lib/consultation/turn_judge_words.ts";
import { services } from "@/lib/services.ts";
import type { Setting } from "@/lib/setting_types.ts";
import { PageFrame } from "@/components/PageFrame.tsx";

interface ShownSetting {
  readonly name: SettingName;
  readonly value: string;
  readonly standard: string;
  readonly isSet: boolean;
  readonly takes: string;
  readonly note: string;
  readonly guess: boolean;
}

export const handler = define.handlers({
  GET(ctx) {
    const { config, fromEnvironment } = services();
    return page({
      room: config.ROOM_NAME,
      canSignOut: ctx.state.access.loginRequired,
      turnJudge: turnJudgeWords(config),
      settings: SETTING_NAMES.map((name) => shown(name, config, fromEnvironment.includes(name))),
    });
  },
});

/** A secret's value never reaches the page, only whether there is one. */
function shown(name: SettingName, config: Config, isSet: boolean): ShownSetting {
  const setting: Setting<unknown> = SETTINGS[name];
  const words = (value: unknown) => {
    if (value === "") return "not set";
    return setting.secret ? "set (hidden)" : String(value);
  };
  const { takes, note, guess } = setting;
  const standard = words(setting.default);
  return { name, value: words(config[name]), standard, isSet, takes, note, guess };
}

export default define.page<typeof handler>(function SettingsPage({ data }) {
  return (
    <PageFrame title="Settings" here="settings" room={data.room} canSignOut={data.canSignOut}>
      <div class="stack">
        <div class="prose">
          <h1>Settings</h1>
          <p class="soft">
            Settings are environment variables, read once at the start. To change one, put it into
            the file .env beside Alba (.env.example lists all of them) and start Alba again.
          </p>
          {data.turnJudge !== null && <p>{data.turnJudge}</p>}
        </div>
        <div class="settings">
          {data.settings.map((setting) => <SettingCard key={setting.name} {...setting} />)}
        </div>
      </div>
    </PageFrame>
  );
});

function SettingCard({ name, value, standard, isSet, takes, note, guess }: ShownSetting) {
  return (
    <section class="setting" aria-labelledby={`setting-${name}`}>
      <div>
        <h2 id={`setting-${name}`}>{name}</h2>
        <p class="setting-value">{value}</p>
        <p class="soft small">
          {isSet ? `From the environment. The default is ${standard}.` : "This is the default."}
        </p>
      </div>
      <p>{note}</p>
      <p class="soft small">
        Takes {takes}.
        {guess && " Uncalibrated guess — the mock-patient round will inform it."}
      </p>
    </section>
  );
}
