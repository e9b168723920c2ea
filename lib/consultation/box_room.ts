import type { RoomId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";

/** The room this box stands in. This version configures one; the service makes it at its start. */
export function boxRoom(record: ClinicRecord): RoomId {
  const room = record.rooms.list()[0];
  if (room === undefined) throw new Error("Cannot name this box's room: none has been made yet");
  return room.id;
}
