import assert from "node:assert/strict";
import { join } from "node:path";
import { checkEncryption, diskEncryption, type SystemFolders } from "@/tasks/disk_encryption.ts";

/** A sysfs and a procfs as Linux shows them, with the data folder on the mount `device`. */
async function withSystem(
  mountinfo: (folder: string) => string,
  devices: Readonly<Record<string, { uuid?: string; slaves?: readonly string[]; number?: string }>>,
  run: (folder: string, system: SystemFolders) => void,
): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    const system = { proc: join(root, "proc"), sys: join(root, "sys") };
    const folder = join(root, "data");
    for (const path of ["proc/self", "sys/dev/block", "sys/class/block", "data"]) {
      Deno.mkdirSync(join(root, path), { recursive: true });
    }
    for (const [name, { uuid, slaves = [], number }] of Object.entries(devices)) {
      const node = join(system.sys, "devices", name);
      Deno.mkdirSync(join(node, "slaves"), { recursive: true });
      Deno.symlinkSync(node, join(system.sys, "class/block", name));
      if (number !== undefined) Deno.symlinkSync(node, join(system.sys, "dev/block", number));
      for (const slave of slaves) {
        Deno.symlinkSync(join(system.sys, "devices", slave), join(node, "slaves", slave));
      }
      if (uuid !== undefined) {
        Deno.mkdirSync(join(node, "dm"));
        Deno.writeTextFileSync(join(node, "dm/uuid"), `${uuid}\n`);
      }
    }
    Deno.writeTextFileSync(join(system.proc, "self/mountinfo"), mountinfo(folder));
    run(folder, system);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const ROOT = "24 1 8:1 / / rw - ext4 /dev/sda1 rw\n";
const on = (device: string, type: string, source: string) => (folder: string) =>
  `${ROOT}30 24 ${device} / ${folder} rw,relatime shared:1 - ${type} ${source} rw\n`;

const CRYPT = "CRYPT-LUKS2-0123456789abcdef-data";
const DISK = { sda1: { number: "8:1" } };

for (
  const [words, mountinfo, devices, wanted] of [
    ["a plain partition", () => ROOT, DISK, "not_encrypted"],
    ["LUKS itself", on("253:0", "ext4", "/dev/mapper/data"), {
      ...DISK,
      "dm-0": { uuid: CRYPT, slaves: ["sda1"], number: "253:0" },
    }, "encrypted"],
    ["LVM upon LUKS", on("253:1", "xfs", "/dev/mapper/vg-data"), {
      ...DISK,
      "dm-0": { uuid: CRYPT, slaves: ["sda1"] },
      "dm-1": { uuid: "LVM-abc", slaves: ["dm-0"], number: "253:1" },
    }, "encrypted"],
    ["LVM of one encrypted and one plain disk", on("253:1", "xfs", "/dev/mapper/vg-data"), {
      ...DISK,
      sdb1: {},
      "dm-0": { uuid: CRYPT, slaves: ["sda1"] },
      "dm-1": { uuid: "LVM-abc", slaves: ["dm-0", "sdb1"], number: "253:1" },
    }, "not_encrypted"],
    ["LVM without LUKS", on("253:1", "xfs", "/dev/mapper/vg-data"), {
      ...DISK,
      "dm-1": { uuid: "LVM-abc", slaves: ["sda1"], number: "253:1" },
    }, "not_encrypted"],
    ["btrfs upon LUKS", on("0:33", "btrfs", "/dev/dm-0"), {
      ...DISK,
      "dm-0": { uuid: CRYPT, slaves: ["sda1"] },
    }, "encrypted"],
    ["an encrypting file system", on("0:40", "ecryptfs", "/home/.data"), DISK, "encrypted"],
    ["a pool of its own kind", on("0:41", "zfs", "tank/data"), DISK, "unknown"],
    ["a network share", on("0:42", "nfs4", "nas:/data"), DISK, "unknown"],
    ["a container's layers", on("0:43", "overlay", "overlay"), DISK, "unknown"],
    ["a system that says nothing", () => "", DISK, "unknown"],
  ] as const
) {
  Deno.test(`[SE8] ${words}: the disk is ${wanted.replace("_", " ")}`, () =>
    withSystem(mountinfo, devices, (folder, system) => {
      assert.equal(diskEncryption(folder, system), wanted);
    }));
}

Deno.test("[SE8] the doctor says what it saw of the disk, and when it could not tell", () =>
  withSystem(() => ROOT, DISK, (folder, system) => {
    const open = checkEncryption(folder, system);
    assert.deepEqual([open.state, /does not encrypt the disk/.test(open.words)], ["advice", true]);
    const nowhere = { proc: "/nowhere", sys: "/nowhere" };
    assert.match(checkEncryption(folder, nowhere).words, /^Could not tell whether/);
  }));

Deno.test("[SE8] a folder whose name looks like a mount's is not on it", () =>
  withSystem(
    (folder) => `${ROOT}31 24 0:40 / ${folder.slice(0, -2)} rw - ecryptfs x rw\n`,
    DISK,
    (folder, system) => assert.equal(diskEncryption(folder, system), "not_encrypted"),
  ));
