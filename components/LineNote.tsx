/** A remark behind the words of a line, apart from what was said. */
export function LineNote({ words }: { words: string }) {
  return <span class="line-note">{` (${words})`}</span>;
}
