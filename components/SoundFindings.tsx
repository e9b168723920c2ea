/** What a sound check found, in words; all well when it found nothing. */
export function SoundFindings({ findings }: { findings: readonly string[] }) {
  if (findings.length === 0) {
    return <p class="notice">All is well: Alba hears you, and the room hears Alba.</p>;
  }
  return (
    <>
      {findings.map((words) => <p key={words} class="notice notice-attention">{words}</p>)}
    </>
  );
}
