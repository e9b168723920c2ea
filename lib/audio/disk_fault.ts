/** The two faults a person can act on: make room, or look at the disk. */
export type DiskFault = "disk_full" | "io";

const FAULTS: ReadonlyMap<string, DiskFault> = new Map([
  ["ENOSPC", "disk_full"],
  ["EDQUOT", "disk_full"],
  ["EIO", "io"],
  ["EROFS", "io"],
  ["EACCES", "io"],
  ["EPERM", "io"],
  ["ENOENT", "io"],
  ["ENOTDIR", "io"],
  // The disk was unplugged, or its network share has gone.
  ["ENODEV", "io"],
  ["ENXIO", "io"],
  ["ESTALE", "io"],
  ["ETIMEDOUT", "io"],
  // A repair of the file system, or a hand, has put a folder where a file belongs, or the reverse.
  ["EISDIR", "io"],
  ["EEXIST", "io"],
  ["EMFILE", "io"],
  ["ENFILE", "io"],
  // A file that outgrew the file system's own limit or the process's quota.
  ["EFBIG", "disk_full"],
]);

/** Whether `error` is the disk's doing; undefined for a mistake in our own code. */
export function diskFault(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? FAULTS.get(error.code) : undefined;
}
