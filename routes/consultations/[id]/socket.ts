import { findConsultation } from "@/lib/consultation/read_model.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { dismiss } from "@/lib/web/dismiss.ts";
import { LiveSocket } from "@/lib/web/live_socket.ts";
import { MessageLimits, SocketSlots } from "@/lib/web/message_limits.ts";

/** A page that says nothing for this long is gone; the live page pings every ten seconds. */
const IDLE_TIMEOUT_S = 30;

/** Browsers need half of it; what a stranger sends beyond it is not kept. */
const MAX_USER_AGENT = 300;

const OVER = { code: CLOSE.over, words: "This consultation is over." };
const UNOPENED = { code: CLOSE.unopened, words: "This consultation cannot be opened now." };

const slots = new SocketSlots();

/** The live socket of one consultation. Access and origin were checked before it got here. */
export const handler = define.handlers({
  GET(ctx) {
    const { clock, config, record, rooms } = services();
    const userAgent = ctx.req.headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? "";
    const session = rooms.session(ctx.params.id ?? "");
    const isLive = findConsultation(record, ctx.params.id ?? "")?.state === "live";
    let giveBack: (() => void) | null = null;
    let live: LiveSocket | null = null;
    return ctx.upgrade({
      open(socket) {
        const wire = {
          send: (text: string) => socket.send(text),
          close: (code: number, reason: string) => socket.close(code, reason),
          get bufferedAmount() {
            return socket.bufferedAmount;
          },
          get isOpen() {
            return socket.readyState === WebSocket.OPEN;
          },
        };
        giveBack = slots.take();
        if (giveBack === null) {
          const words = "Too many pages are open on this box. Close some.";
          return dismiss(wire, CLOSE.full, words, clock);
        }
        if (session === undefined) {
          const { code, words } = isLive ? UNOPENED : OVER;
          return dismiss(wire, code, words, clock);
        }
        const limits = new MessageLimits(clock.monotonicMs());
        const newId = () => record.newId();
        const { access } = ctx.state;
        live = new LiveSocket(wire, {
          ...{ linkId: newId(), session, limits, clock, newId, userAgent },
          autoMode: config.AUTO_MODE_ENABLED,
          controller: () => access.controller(),
          whenSignedOut: (told) => access.whenSignedOut(told),
        });
      },
      message(_socket, event) {
        live?.receive(event.data);
      },
      close() {
        giveBack?.();
        live?.closed();
      },
    }, { idleTimeout: IDLE_TIMEOUT_S });
  },
});
