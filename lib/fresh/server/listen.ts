/** Options of `app.listen()`. */
export type ListenOptions = Partial<
  Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem
>;

const FIRST_PORT = 8000;
const LAST_PORT = 8019;

/**
 * Serves a handler on the given port or, without one, on the first free port from 8000 to 8019.
 *
 * @throws Deno.errors.AddrInUse when none of them is free
 */
export async function listen(
  handler: Deno.ServeHandler<Deno.NetAddr>,
  options: ListenOptions,
): Promise<void> {
  for (let port = options.port || FIRST_PORT;; port++) {
    try {
      await Deno.serve({ ...options, port }, handler);
      return;
    } catch (error) {
      const busy = error instanceof Deno.errors.AddrInUse;
      if (!busy || options.port || port === LAST_PORT) throw error;
    }
  }
}
