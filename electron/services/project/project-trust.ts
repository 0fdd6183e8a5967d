import { AppError } from '../../../shared/contract/errors.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import {
  noteInTrustRecord,
  readTrustRecord,
  removeTrustRecord,
  type TrustNote,
  type TrustRecord,
  trustRecordMark,
  writeTrustRecord,
} from '../../storage/files/trusted-projects.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';

/** Whether what a project's files say may act. */
export interface ProjectTrust {
  isTrusted(): boolean;
  /** Whether the user was asked, or Weft made the project; forced trust is for this process alone. */
  isKept(): boolean;
  /** Whether all of these acts of a value were seen by the user or made through Weft; without trust none, forced all. */
  allows(value: object, acts: () => readonly string[]): boolean;
  /** The configuration as the user saw or made it; undefined where the file alone counts. */
  seenConfig(): JsonObject | undefined;
  /** How often what may act may have become another: as long as it is the same, so is every answer of the above. */
  version(): number;
  /** Takes in what other processes noted since; true when there is anything new. */
  reread(): Promise<boolean>;
  /** Trusts all of this, and the project. */
  grant(seen: Required<TrustNote>): Promise<void>;
  revoke(): Promise<void>;
  /** What Weft itself changed for the user goes on acting; nothing happens where there is no trust. */
  note(made: TrustNote): Promise<void>;
}

interface TrustOptions {
  readonly userDataDir: string;
  /** Real path of the project. */
  readonly path: string;
  /** The user trusts whatever this process opens. */
  readonly isForced: boolean;
  readonly nowIso: () => string;
}

export async function openTrust({
  userDataDir,
  path,
  isForced,
  nowIso,
}: TrustOptions): Promise<ProjectTrust> {
  const read = () =>
    atStorageBorder(`reading what is trusted in ${userDataDir}`, async () => ({
      mark: await trustRecordMark(userDataDir, path),
      record: await readTrustRecord(userDataDir, path),
      // Trust in a value only ends with trust in the project.
      allowed: new WeakSet<object>(),
    }));
  let state: { mark: string; record: TrustRecord | undefined; allowed: WeakSet<object> } = await read();
  let version = 0;
  const take = (record: TrustRecord | undefined): void => {
    version += 1;
    state = { ...state, record, allowed: new WeakSet() };
  };
  return {
    isTrusted: () => isForced || state.record !== undefined,
    isKept: () => state.record !== undefined,
    allows(value, acts) {
      if (isForced || state.allowed.has(value)) return true;
      const { record } = state;
      if (record === undefined || !acts().every(act => record.acts.has(act))) return false;
      state.allowed.add(value);
      return true;
    },
    version: () => version,
    seenConfig: () => (isForced ? undefined : (state.record?.config ?? {})),
    async reread() {
      if (state.mark === (await trustRecordMark(userDataDir, path))) return false;
      version += 1;
      state = await read();
      return true;
    },
    async grant({ acts, config }) {
      const before = [...(state.record?.acts ?? [])].slice(-mostRemembered);
      const record = { path, trusted_at: nowIso(), acts: new Set([...before, ...acts]), config };
      take(record);
      await atStorageBorder('writing what is trusted', () => writeTrustRecord(userDataDir, record));
    },
    async revoke() {
      take(undefined);
      await atStorageBorder('forgetting what is trusted', () => removeTrustRecord(userDataDir, path));
    },
    async note(made) {
      const { record } = state;
      if (record === undefined) return;
      const acts = made.acts?.filter(act => !record.acts.has(act)) ?? [];
      if (acts.length === 0 && made.config === undefined) return;
      version += 1;
      for (const act of acts) record.acts.add(act);
      const config = Object.entries({ ...record.config, ...made.config }).filter(
        ([, value]) => value !== null,
      );
      state = { ...state, record: { ...record, config: Object.fromEntries(config) } };
      await atStorageBorder('writing what is trusted', () =>
        noteInTrustRecord(userDataDir, path, { ...made, acts }),
      );
    },
  };
}

/** What was trusted once is not asked for again, such as the rules of another branch; so much of it is kept. */
const mostRemembered = 100_000;

/** `untrusted_project`, with what to do, before anything of such a project acts. */
export function refuseUntrusted({ path, trust }: { path: string; trust: ProjectTrust }): void {
  if (trust.isTrusted()) return;
  throw new AppError(
    'untrusted_project',
    `${path} is not trusted, so its rules and memories are only shown; look at them, then trust it in the studio or with "weft trust"`,
    { path },
  );
}
