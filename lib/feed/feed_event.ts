import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import type { Connection } from "@/lib/page/connection.ts";

/** What happens on the line of a feed. */
export type FeedNews =
  | { readonly event: "connection"; readonly connection: Connection["state"] }
  | { readonly event: "sent"; readonly message: PageMessage }
  | { readonly event: "received"; readonly message: ServerMessage };

/** The same with audio time: how much of the sound had been sent by then. */
export type FeedEvent = FeedNews & { readonly audio_ms: number };
