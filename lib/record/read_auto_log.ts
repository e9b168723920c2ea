import { existsSync } from "node:fs";
import { listedEvents, type StoredAutoEvent } from "@/lib/record/auto_event_store.ts";
import { type Database, openDatabase } from "@/lib/record/database.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";
import { type AutoRun, listedRuns } from "@/lib/record/run_store.ts";

export type AutoLog =
  | {
    readonly ok: true;
    readonly events: readonly StoredAutoEvent[];
    readonly runs: readonly AutoRun[];
  }
  | { readonly ok: false; readonly words: string };

/** What auto mode was told in one consultation. Only reads, so it may run beside the service. */
export function readAutoLog(dataDir: string, consultation: string): AutoLog {
  const { database: path } = recordPaths(dataDir);
  if (!existsSync(path)) {
    return { ok: false, words: `Cannot read "${dataDir}": there is no record in it` };
  }
  let database: Database | undefined;
  try {
    database = openDatabase(path, { readOnly: true });
    const events = listedEvents(database).all({ consultation });
    return { ok: true, events, runs: listedRuns(database).all({ consultation }) };
  } catch (caught) {
    const error = asRecordError(caught);
    if (!(error instanceof RecordError)) throw error;
    return { ok: false, words: error.message };
  } finally {
    database?.close();
  }
}
