import { z } from "zod";
import { wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import { type RoomId, roomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export interface Room {
  readonly id: RoomId;
  readonly name: string;
  readonly createdWallMs: number;
}

export interface RoomStore {
  /** Makes the room, or gives the one with this id the present name. */
  ensure(room: { readonly id: RoomId; readonly name: string }): void;
  /** In the order in which they were made. */
  list(): Room[];
}

const row = z.object({ id: roomId, name: z.string(), created_wall_ms: wallMsColumn })
  .transform(({ created_wall_ms, ...rest }): Room => ({ ...rest, createdWallMs: created_wall_ms }));

export function roomStore({ database, clock }: StoreParts): RoomStore {
  const upsert = database.command(
    `INSERT INTO room (id, name, created_wall_ms) VALUES (:id, :name, :now)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
  );
  const all = database.query("SELECT * FROM room ORDER BY created_wall_ms, id", row);
  return {
    ensure: ({ id, name }) => void upsert.run({ id, name, now: wholeMs(clock.wallMs()) }),
    list: () => all.all({}),
  };
}
