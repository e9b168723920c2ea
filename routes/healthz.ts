import { boxRoom } from "@/lib/consultation/box_room.ts";
import { services } from "@/lib/services.ts";
import { VERSION } from "@/lib/version.ts";
import { define } from "@/lib/web/define.ts";
import { freeBytes } from "@/lib/web/free_bytes.ts";
import { healthReport } from "@/lib/web/health.ts";

/** For monitoring (OP4): states and numbers, no words of anybody. */
export const handler = define.handlers({
  GET(ctx) {
    const { clock, config, ears, record, rooms, voice } = services();
    const touch = () => record.rooms.ensure({ id: boxRoom(record), name: config.ROOM_NAME });
    const { body, status } = healthReport({
      version: VERSION,
      uptimeS: clock.monotonicMs() / 1000,
      recordWritable: !rooms.isRecordStuck && record.transaction(touch).ok,
      freeBytes: freeBytes(config.DATA_DIR),
      ears: ears.state(),
      voice: voice.state(),
      liveRooms: rooms.live,
    });
    return ctx.json(body, { status });
  },
});
