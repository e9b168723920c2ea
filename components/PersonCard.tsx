/** One person as the page People shows them. */
export interface ShownPerson {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly hasPin: boolean;
  /** In how many browsers they are signed in. */
  readonly devices: number;
  /** True for who is looking at the page. */
  readonly isYou: boolean;
}

export interface PersonCardProps extends ShownPerson {
  readonly maxName: number;
  readonly maxDigits: number;
}

/** What an owner may change about one person; each form is one change. */
export function PersonCard(props: PersonCardProps) {
  const { id, name, role, hasPin, devices, isYou, maxName, maxDigits } = props;
  return (
    <section class="card person" aria-labelledby={`name-${id}`}>
      <div>
        <h2 id={`name-${id}`}>{name}{isYou && " (you)"}</h2>
        <p class="soft">
          {role} · {hasPin ? "has a PIN" : "no PIN yet"}
          {devices > 0 && ` · signed in on ${devices} ${devices === 1 ? "device" : "devices"}`}
        </p>
      </div>
      <div class="person-forms">
        <form method="post" action="/people">
          <Change action="rename" id={id} />
          <div class="field">
            <label for={`rename-${id}`}>Name</label>
            <input
              class="input"
              id={`rename-${id}`}
              name="name"
              value={name}
              maxLength={maxName}
              autoComplete="off"
              required
            />
          </div>
          <button class="button" type="submit">Rename</button>
        </form>
        <form method="post" action="/people">
          <Change action="set_pin" id={id} />
          <div class="field">
            <label for={`pin-${id}`}>{hasPin ? "New PIN" : "PIN"}</label>
            <PinInput id={`pin-${id}`} maxDigits={maxDigits} />
          </div>
          <button class="button" type="submit">{hasPin ? "Change PIN" : "Set PIN"}</button>
        </form>
      </div>
      <div class="row">
        <form method="post" action="/people">
          <Change action="sign_out" id={id} />
          <button class="button" type="submit" disabled={devices === 0}>
            Sign out everywhere
          </button>
        </form>
        <details class="fold">
          <summary>Retire</summary>
          <form class="stack-tight" method="post" action="/people">
            <Change action="retire" id={id} />
            <p class="soft">
              {name} can no longer sign in. Everything {name}{" "}
              did stays in the record, under this name.
            </p>
            <button class="button button-stop" type="submit">Retire {name}</button>
          </form>
        </details>
      </div>
    </section>
  );
}

function Change({ action, id }: { readonly action: string; readonly id: string }) {
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="id" value={id} />
    </>
  );
}

/** A field for a PIN that is being given; browsers offer to keep it only where it is theirs. */
export function PinInput(
  { id, maxDigits }: { readonly id: string; readonly maxDigits: number },
) {
  return (
    <input
      class="input"
      id={id}
      name="pin"
      type="password"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={maxDigits}
      autoComplete="off"
      required
    />
  );
}
