import type { Config } from "@/lib/config.ts";
import { isLoopbackUrl } from "@/lib/setting_types.ts";

/** The settings that say which servers hear and read patients' words. */
export type EngineConfig = Pick<
  Config,
  "STT_ENGINE" | "STT_URL" | "CDS_ENGINE" | "OLLAMA_URL" | "OPENAI_BASE_URL" | "CDS_SHORT_URL"
>;

/** The addresses of the servers that the configured engines use; none twice. */
export function engineAddresses(config: EngineConfig): string[] {
  const urls = [config.STT_ENGINE === "openai" ? config.STT_URL : "", ...modelAddresses(config)];
  return [...new Set(urls.filter((url) => url !== ""))];
}

function modelAddresses(config: EngineConfig): string[] {
  switch (config.CDS_ENGINE) {
    case "rules":
      return [];
    case "openai":
      return [config.OPENAI_BASE_URL, config.CDS_SHORT_URL];
    case "auto":
    case "ollama":
      return [config.OLLAMA_URL, config.CDS_SHORT_URL];
  }
}

/**
 * Words for a standing banner while an engine is another machine (SE7); null while all are on this
 * box. Whoever sits in the room has a right to know where their words go.
 */
export function remoteEngineWords(config: EngineConfig): string | null {
  const remote = engineAddresses(config).filter((url) => !isLoopbackUrl(url))
    .map((url) => new URL(url));
  if (remote.length === 0) return null;
  const hosts = [...new Set(remote.map(({ hostname }) => hostname))].join(" and ");
  const isPlain = remote.some(({ protocol }) => protocol === "http:");
  return `Patients' words leave this box${isPlain ? ", unencrypted," : ""} and go to ${hosts}.`;
}
