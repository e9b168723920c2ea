import { define } from "@/lib/web/define.ts";

export const handler = define.handlers({
  POST(ctx) {
    ctx.state.access.signOut();
    return ctx.redirect("/login", 303);
  },
});
