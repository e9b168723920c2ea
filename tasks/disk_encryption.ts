import { basename, join } from "node:path";
import type { Finding } from "./box_checks.ts";

/**
 * What this system shows of the disk under a folder. A drive that encrypts itself, or a host that
 * encrypts the disk of a virtual machine, cannot be seen from here.
 */
export type DiskEncryption = "encrypted" | "not_encrypted" | "unknown";

/** Where Linux tells of mounts and block devices; a test has its own. */
export interface SystemFolders {
  readonly proc: string;
  readonly sys: string;
}

const LINUX: SystemFolders = { proc: "/proc", sys: "/sys" };

/** File systems that encrypt what they hold whatever lies below them. */
const ENCRYPTING = new Set(["ecryptfs", "fuse.gocryptfs", "fuse.cryfs", "fuse.encfs"]);

interface Mount {
  readonly device: string;
  readonly point: string;
  readonly type: string;
  readonly source: string;
}

/** Looks for dm-crypt (LUKS) anywhere below the file system of `folder`; Linux only. */
export function diskEncryption(folder: string, system: SystemFolders = LINUX): DiskEncryption {
  try {
    const mount = mountOf(Deno.realPathSync(folder), system);
    if (mount === null) return "unknown";
    if (ENCRYPTING.has(mount.type)) return "encrypted";
    const node = blockNode(mount, system);
    if (node === null) return "unknown";
    return isEncrypted(node) ? "encrypted" : "not_encrypted";
  } catch {
    return "unknown";
  }
}

/** The mount with the longest path that leads to the folder; see proc_pid_mountinfo(5). */
function mountOf(folder: string, { proc }: SystemFolders): Mount | null {
  const mounts = Deno.readTextFileSync(join(proc, "self/mountinfo")).split("\n").flatMap(
    parseMount,
  );
  const above = mounts.filter(({ point }) =>
    folder === point || folder.startsWith(point === "/" ? "/" : `${point}/`)
  );
  // Of two mounts on one path the later one is seen.
  return above.reduce<Mount | null>(
    (best, mount) => best === null || mount.point.length >= best.point.length ? mount : best,
    null,
  );
}

function parseMount(line: string): Mount[] {
  const [before = "", after = ""] = line.split(" - ");
  const [, , device, , point] = before.split(" ");
  const [type, source] = after.split(" ");
  if (device === undefined || point === undefined) return [];
  if (type === undefined || source === undefined) return [];
  return [{ device, point: unescaped(point), type, source: unescaped(source) }];
}

/** Spaces and the like stand in octal. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}

/** The block device's folder in sysfs; btrfs and the like number their mounts by themselves. */
function blockNode({ device, source }: Mount, { sys }: SystemFolders): string | null {
  const byNumber = realPathIfThere(join(sys, "dev/block", device));
  if (byNumber !== null || !source.startsWith("/dev/")) return byNumber;
  const name = basename(realPathIfThere(source) ?? source);
  return realPathIfThere(join(sys, "class/block", name));
}

/** Encrypted itself, or made of devices that all are (LVM or RAID upon LUKS). */
function isEncrypted(node: string): boolean {
  if (textIfThere(join(node, "dm/uuid")).startsWith("CRYPT-")) return true;
  const slaves = namesIn(join(node, "slaves"));
  return slaves.length > 0 &&
    slaves.every((name) => isEncrypted(Deno.realPathSync(join(node, "slaves", name))));
}

function realPathIfThere(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

function textIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

/** SE8: whoever takes the disk of a box should take nothing that can be read. */
export function checkEncryption(folder: string, system?: SystemFolders): Finding {
  const subject = "Encryption";
  switch (diskEncryption(folder, system)) {
    case "encrypted":
      return { subject, state: "ok", words: "The disk under the data folder is encrypted." };
    case "not_encrypted":
      return {
        subject,
        state: "advice",
        words: "This system does not encrypt the disk under the data folder: whoever takes the " +
          "disk can read every consultation. Move DATA_DIR to an encrypted one (LUKS), unless the " +
          "drive encrypts itself.",
      };
    case "unknown":
      return {
        subject,
        state: "advice",
        words:
          "Could not tell whether the disk under the data folder is encrypted. Make sure that " +
          "it is: whoever takes an open one can read every consultation.",
      };
  }
}
