import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { manualClock } from "@/lib/clock.ts";
import { openSpeechCache, type SpeechCache } from "@/lib/speech/cache.ts";

const SAMPLE_RATE_HZ = 22_050;

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function open(folder: string, maxBytes?: number): SpeechCache {
  return openSpeechCache({ folder, clock: manualClock(1_000_000), maxBytes });
}

function speech(length: number, value = 7) {
  return { pcm: new Int16Array(length).fill(value), sampleRateHz: SAMPLE_RATE_HZ };
}

function files(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("[SP9] cached speech comes back sample for sample, also after a restart", () =>
  withFolder((folder) =>
    fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.int16Array({ minLength: 1, maxLength: 400 }),
        async (text, pcm) => {
          const cache = open(folder);
          const key = cache.key(text, "voice");
          await cache.put(key, { pcm, sampleRateHz: SAMPLE_RATE_HZ });
          for (const reader of [cache, open(folder)]) {
            assert.deepEqual(await reader.get(key), { pcm, sampleRateHz: SAMPLE_RATE_HZ });
          }
        },
      ),
      { numRuns: 30 },
    )
  ));

Deno.test("[SK2] the cache's key holds the text and the voice, and no two are alike", () =>
  withFolder((folder) => {
    const cache = open(folder);
    const keys = [["ab", "c"], ["a", "bc"], ["abc", ""], ['a","b', "c"], ["ab", "c2"]]
      .map(([text, voice]) => cache.key(text ?? "", voice ?? ""));
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(cache.key("ab", "c"), keys[0]);
    return Promise.resolve();
  }));

Deno.test("[SE5] the cache's files are private, and their names tell nothing", () =>
  withFolder(async (folder) => {
    const cache = open(folder);
    await cache.put(cache.key("Do you drink alcohol?", "voice"), speech(10));
    const [name] = files(folder);
    assert.match(name ?? "", /^[0-9a-f]{64}\.wav$/);
    assert.equal((Deno.statSync(join(folder, name ?? "")).mode ?? 0) & 0o777, 0o600);
    assert.equal((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("[SP9] a damaged file is a miss, is removed, and can be put again", () =>
  withFolder(async (folder) => {
    const damages: ((wav: Uint8Array) => Uint8Array)[] = [
      (wav) => wav.subarray(0, wav.length - 2),
      (wav) => wav.subarray(0, 30),
      () => new Uint8Array(),
      (wav) => new Uint8Array(wav.length),
      (wav) => new Uint8Array([...wav, 1, 2]),
      (wav) => wav.subarray(0, wav.length - 1),
    ];
    for (const damage of damages) {
      const cache = open(folder);
      const key = cache.key("text", "voice");
      await cache.put(key, speech(100));
      const path = join(folder, `${key}.wav`);
      Deno.writeFileSync(path, damage(Deno.readFileSync(path)));
      assert.equal(await cache.get(key), null);
      assert.deepEqual(files(folder), []);
      await cache.put(key, speech(100));
      assert.equal((await cache.get(key))?.pcm.length, 100);
    }
  }));

Deno.test("[SP9] the cache stays within its bound and gives up what was not used for longest", () =>
  withFolder(async (folder) => {
    const fileBytes = 44 + 2 * 100;
    const cache = open(folder, 3 * fileBytes);
    const keys = ["one", "two", "three", "four"].map((text) => cache.key(text, "voice"));
    for (const key of keys.slice(0, 3)) await cache.put(key, speech(100));
    await cache.get(keys[0] ?? "");
    await cache.put(keys[3] ?? "", speech(100));
    const there = await Promise.all(keys.map(async (key) => await cache.get(key) !== null));
    assert.deepEqual(there, [true, false, true, true]);
    assert.equal(files(folder).length, 3);
    open(folder, fileBytes);
    assert.equal(files(folder).length, 1, "a smaller bound holds from the next start");
  }));

Deno.test("[SP9] what a crash left half-written is removed at the next start", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(join(folder, `${"a".repeat(64)}.wav.0.new`), "half");
    Deno.writeTextFileSync(join(folder, "note.txt"), "not ours");
    open(folder);
    assert.deepEqual(files(folder), ["note.txt"]);
    return Promise.resolve();
  }));

Deno.test("[SE4] with a disk that takes nothing, the last utterances still play", () =>
  withFolder(async (folder) => {
    const cache = open(folder);
    // A folder in the file's place makes the write fail for every user, root included.
    const keys = Array.from({ length: 9 }, (_, index) => cache.key(`text ${index}`, "voice"));
    for (const key of keys) Deno.mkdirSync(join(folder, `${key}.wav`));
    for (const [index, key] of keys.entries()) await cache.put(key, speech(10 + index));
    assert.equal(await cache.get(keys[0] ?? ""), null, "the oldest is given up");
    assert.equal((await cache.get(keys[8] ?? ""))?.pcm.length, 18);
  }));

Deno.test("[SE4, SK2] a cache that cannot be opened keeps no box from starting; its speech still plays", () =>
  withFolder(async (parent) => {
    const folder = join(parent, "speech");
    Deno.writeTextFileSync(folder, "");
    const cache = open(folder);
    const key = cache.key("Hello.", "voice");
    await cache.put(key, speech(10));
    assert.deepEqual(await cache.get(key), speech(10));
  }));

Deno.test("[CO4] a file that has gone already keeps none of the others from being purged", () =>
  withFolder(async (folder) => {
    const cache = open(folder);
    const keys = ["one", "two", "three"].map((text) => cache.key(text, "voice"));
    for (const key of keys) await cache.put(key, speech(10));
    Deno.removeSync(join(folder, `${keys[0]}.wav`));
    await cache.purge();
    assert.deepEqual(files(folder), []);
  }));

Deno.test("[SP9] a name that is no key is never looked up on disk", () =>
  withFolder(async (folder) => {
    Deno.writeTextFileSync(join(folder, "..wav"), "RIFF");
    assert.equal(await open(folder).wav("../../etc/passwd"), null);
    assert.equal(await open(folder).wav("."), null);
  }));

Deno.test("[CO4] purging the cache leaves no speech behind", () =>
  withFolder(async (folder) => {
    const cache = open(folder);
    for (const text of ["one", "two"]) await cache.put(cache.key(text, "voice"), speech(10));
    await cache.purge();
    assert.deepEqual(files(folder), []);
    assert.equal(await cache.get(cache.key("one", "voice")), null);
  }));

Deno.test("[CO4] purging removes what was said and keeps what is always said", () =>
  withFolder(async (folder) => {
    const cache = open(folder);
    for (const text of ["said", "phrase"]) await cache.put(cache.key(text, "voice"), speech(10));
    const phrase = cache.key("phrase", "voice");
    await cache.purge(new Set([phrase]));
    assert.deepEqual(files(folder), [`${phrase}.wav`]);
    assert.ok(await cache.get(phrase));
    assert.equal(await cache.get(cache.key("said", "voice")), null);
  }));
