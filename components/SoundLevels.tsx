import type { SoundCheckReport } from "@/lib/protocol/sound_check.ts";

type Levels = Pick<
  SoundCheckReport,
  | "noise_floor_rms"
  | "quiet_peak"
  | "speech_peak"
  | "loopback_peak"
  | "input_label"
  | "output_label"
>;

/** The measured levels, for whoever wants to know more than the words. */
export function SoundLevels({ levels }: { levels: Levels }) {
  const rows = [
    ["Room noise", decibels(levels.noise_floor_rms)],
    ["Loudest of the quiet room", decibels(levels.quiet_peak)],
    ["Loudest of the speech", decibels(levels.speech_peak)],
    ["Loudest of Alba's playback", decibels(levels.loopback_peak)],
    ["Microphone", levels.input_label || "not named by the browser"],
    ["Loudspeaker", levels.output_label || "not named by the browser"],
  ] as const;
  return (
    <div class="table-scroll">
      <table>
        <caption class="soft small">Levels in dB of full scale</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="numbers">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function decibels(rms: number): string {
  return rms <= 0 ? "silence" : `${(20 * Math.log10(rms)).toFixed(0)} dB`;
}
