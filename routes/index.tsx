import { page } from "fresh";
import { define } from "@/lib/web/define.ts";
import {
  type ConsultationSummary,
  LIST_LIMIT,
  listConsultations,
} from "@/lib/consultation/read_model.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import { boxRoom } from "@/lib/consultation/box_room.ts";
import { services } from "@/lib/services.ts";
import { ConsultationList } from "@/components/ConsultationList.tsx";
import { EngineWords } from "@/components/EngineWords.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";
import { StartForm } from "@/components/StartForm.tsx";

interface Home {
  readonly room: string;
  readonly canSignOut: boolean;
  readonly consultations: readonly ConsultationSummary[];
  /** The room's live consultation, whatever was searched for. */
  readonly live: string | null;
  readonly search: string;
  readonly ears: EngineState;
  readonly voice: EngineState;
  /** Words about a record that was altered, or null. */
  readonly tampered: string | null;
}

/** Longer searches are a slip of the clipboard. */
const MAX_SEARCH_CHARACTERS = 200;

export const handler = define.handlers({
  GET(ctx) {
    const { config, record, ears, voice } = services();
    const search = (ctx.url.searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH_CHARACTERS);
    const data: Home = {
      room: config.ROOM_NAME,
      canSignOut: ctx.state.access.loginRequired,
      consultations: listConsultations(record, search),
      live: record.consultations.live(boxRoom(record))?.id ?? null,
      search,
      ears: ears.state(),
      voice: voice.state(),
      tampered: record.tampered ?? null,
    };
    return page(data);
  },
});

export default define.page<typeof handler>(function HomePage({ data }) {
  const { room, canSignOut, consultations, live, search, ears, voice, tampered } = data;
  return (
    <PageFrame title="Consultations" here="home" room={room} canSignOut={canSignOut}>
      <div class="stack">
        <h1>Consultations</h1>
        {tampered !== null && (
          <div class="notice notice-problem" role="alert">
            <h2>The record was changed from outside</h2>
            <p>{tampered}</p>
          </div>
        )}
        <div class="card">
          {live === null ? <StartForm /> : (
            <div class="start">
              <div>
                <h2>A consultation is being recorded in this room</h2>
                <p class="soft">A new one can start when this one has been stopped.</p>
              </div>
              <a class="button button-main" href={`/consultations/${live}`}>
                Go to the live consultation
              </a>
            </div>
          )}
        </div>
        <EngineWords ears={ears} voice={voice} />
        <section class="stack-tight" aria-labelledby="earlier">
          <h2 id="earlier">{search === "" ? "All consultations" : `Found for “${search}”`}</h2>
          <form class="search" role="search" method="get" action="/">
            <label class="visually-hidden" for="q">Search patient reference and words said</label>
            <input
              class="input"
              id="q"
              name="q"
              type="search"
              value={search}
              maxLength={MAX_SEARCH_CHARACTERS}
              placeholder="Patient reference or words said"
            />
            <button class="button" type="submit">Search</button>
          </form>
          {consultations.length > 0 && <ConsultationList consultations={consultations} />}
          <p class="soft">{listWords(consultations.length, search)}</p>
        </section>
      </div>
    </PageFrame>
  );
});

function listWords(count: number, search: string): string {
  if (count === LIST_LIMIT) return `The newest ${LIST_LIMIT} are shown. Search to find older ones.`;
  if (count > 0) return "";
  return search === ""
    ? "There is none yet. The first one you start appears here."
    : "Nothing fits. Try fewer letters, or clear the field to see all.";
}
