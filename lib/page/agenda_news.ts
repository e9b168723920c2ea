import type { AgendaView } from "@/lib/protocol/server_messages.ts";

/**
 * What a version has and the one before had not (CD2): its questions and conditions, by their words.
 * What there is at first is not news.
 */
export function agendaNews(before: AgendaView | null, agenda: AgendaView): string[] {
  const known = wordsOf(before);
  return known.length === 0 ? [] : wordsOf(agenda).filter((words) => !known.includes(words));
}

function wordsOf(agenda: AgendaView | null): string[] {
  return [
    ...agenda?.questions.map(({ question }) => question) ?? [],
    ...agenda?.considerations.map(({ condition }) => condition) ?? [],
  ];
}
