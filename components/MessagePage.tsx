/** A page of a few words and one next step: what went wrong is said without its insides. */
export function MessagePage(
  { title, words, next }: {
    readonly title: string;
    readonly words: string;
    readonly next: { readonly href: string; readonly label: string };
  },
) {
  return (
    <div class="stack narrow">
      <h1>{title}</h1>
      <p>{words}</p>
      <div class="row">
        <a class="button button-main" href={next.href}>{next.label}</a>
      </div>
    </div>
  );
}
