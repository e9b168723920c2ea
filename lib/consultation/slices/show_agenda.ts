import type { Agenda } from "@/lib/consultation/agenda.ts";
import type { DecisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import { agendaMessage } from "@/lib/consultation/snapshot.ts";
import type { SliceResult } from "@/lib/consultation/step_context.ts";

/**
 * A page is a version or two behind when its tap arrives, a question of auto mode's queue as many as
 * have landed since a pass last listed it; older ones are refused in words.
 */
export const KEPT_AGENDAS = 50;

/** A new version of what is worth asking, for the pages and for the record. */
export function showAgenda(state: DecisionsSlice, agenda: Agenda): SliceResult<DecisionsSlice> {
  const agendas = [...state.agendas.slice(-KEPT_AGENDAS + 1), agenda];
  return {
    state: { ...state, agenda, agendas },
    effects: [
      { type: "save_agenda", agenda },
      { type: "broadcast", message: agendaMessage(agenda) },
    ],
    inner: [],
  };
}
