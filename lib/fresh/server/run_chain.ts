import { type Context, internalsOf } from "./context.ts";
import type { MaybeLazyMiddleware } from "./types.ts";

/**
 * Runs a chain of middlewares. `ctx.next()` in each runs the rest; past the last it runs `last`.
 * What a step throws is noted in `ctx.error` on its way out, so that error pages can read it.
 */
export function runChain<State>(
  chain: MaybeLazyMiddleware<State>[],
  ctx: Context<State>,
  last: () => Promise<Response>,
): Promise<Response> {
  const internals = internalsOf(ctx);

  async function runFrom(index: number): Promise<Response> {
    const step = chain[index];
    if (step === undefined) return await last();
    const { app, layouts } = internals;
    ctx.next = () => runFrom(index + 1);
    try {
      const result = await step(ctx);
      if (typeof result !== "function") return result;
      // The step loaded the real middleware; from now on that one runs.
      chain[index] = result;
      return await result(ctx);
    } catch (error) {
      ctx.error = error;
      throw error;
    } finally {
      internals.app = app;
      internals.layouts = layouts;
    }
  }

  return runFrom(0);
}
