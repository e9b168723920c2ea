/** One second of sound: it bridges a blink of the line, and a longer hole is honest silence. */
const MAX_FRAMES = 50;

/**
 * Frames that could not be sent yet, oldest first. Beyond its bound the oldest are let go: their
 * numbers are simply missing, and the service writes silence in their place (CO5).
 */
export interface FrameQueue {
  push(frame: ArrayBuffer): void;
  /** Hands frames over in order until `send` refuses one, which stays at the head. */
  drain(send: (frame: ArrayBuffer) => boolean): void;
  clear(): void;
}

export function frameQueue(): FrameQueue {
  const frames: ArrayBuffer[] = [];
  return {
    push(frame) {
      frames.push(frame);
      if (frames.length > MAX_FRAMES) frames.shift();
    },
    drain(send) {
      for (let head = frames[0]; head !== undefined; head = frames[0]) {
        if (!send(head)) return;
        frames.shift();
      }
    },
    clear() {
      frames.length = 0;
    },
  };
}
