import { AppError } from '../../shared/contract/errors.ts';
import { configFile, readConfigFile } from '../storage/files/config-file.ts';
import { engineKind, memoryKind } from '../storage/files/definition-kinds.ts';
import {
  readTrustRecord,
  removeTrustRecord,
  type TrustRecord,
  writeTrustRecord,
} from '../storage/files/trusted-projects.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import type { ProjectStores } from './open-project.ts';

/** Whether what a project's files say may act (T11). */
export interface ProjectTrust {
  isTrusted(): boolean;
  /** Files that are not as they were when the user last trusted or saw them. */
  changedFiles(): Promise<string[]>;
  grant(): Promise<void>;
  revoke(): Promise<void>;
  /** Takes note of what the user has seen: these files, or all. */
  noteSeen(files: ReadonlySet<string> | 'all'): Promise<void>;
}

export interface TrustOptions {
  readonly userDataDir: string;
  /** Weft made the project itself. */
  readonly isOurs: boolean;
  /** The user trusts whatever this process opens. */
  readonly isForced: boolean;
  readonly nowIso: () => string;
}

export async function openTrust(stores: ProjectStores, options: TrustOptions): Promise<ProjectTrust> {
  const { userDataDir, isOurs, isForced, nowIso } = options;
  const { path } = stores;
  const state: { record: TrustRecord | undefined } = {
    record: await atStorageBorder('reading what is trusted', () => readTrustRecord(userDataDir, path)),
  };
  const keep = async (record: TrustRecord): Promise<void> => {
    state.record = record;
    await atStorageBorder('writing what is trusted', () => writeTrustRecord(userDataDir, record));
  };
  const grant = async () => keep({ path, trusted_at: nowIso(), files: await activeFiles(stores) });
  // Where it cannot be kept, the user is asked another time.
  if (isOurs && state.record === undefined) await grant().catch(() => undefined);
  return {
    isTrusted: () => isForced || state.record !== undefined,
    grant,
    async changedFiles() {
      return state.record === undefined ? [] : differing(state.record.files, await activeFiles(stores));
    },
    async revoke() {
      state.record = undefined;
      await atStorageBorder('forgetting what is trusted', () => removeTrustRecord(userDataDir, path));
    },
    async noteSeen(seen) {
      const { record } = state;
      if (record === undefined || (seen !== 'all' && seen.size === 0)) return;
      const now = await activeFiles(stores);
      const stale = differing(record.files, now).filter(file => seen === 'all' || seen.has(file));
      if (stale.length > 0) await keep({ ...record, files: withFiles(record.files, now, stale) });
    },
  };
}

/** `untrusted_project`, with what to do, before anything of such a project acts. */
export function refuseUntrusted({ path, trust }: { path: string; trust: ProjectTrust }): void {
  if (trust.isTrusted()) return;
  throw new AppError(
    'untrusted_project',
    `${path} is not trusted, so its rules and memories are only shown; look at them, then trust it in the studio or with "weft trust"`,
    { path },
  );
}

/** Samples are only requests: nothing of them acts by itself. */
async function activeFiles({ path, engines, memories }: ProjectStores): Promise<Record<string, string>> {
  const lists = [
    { folder: engineKind.folder, list: await engines.look() },
    { folder: memoryKind.folder, list: await memories.look() },
  ];
  const config = await readConfigFile(path);
  const configHash = config.kind === 'absent' ? null : config.hash;
  return Object.fromEntries([
    ...(configHash === null ? [] : [[configFile, configHash] as const]),
    ...lists.flatMap(({ folder, list }) =>
      list.definitions.map(({ value, hash }) => [`${folder}/${value.id}.json`, hash] as const),
    ),
  ]);
}

type Files = Readonly<Record<string, string>>;

function differing(before: Files, now: Files): string[] {
  const files = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...files].filter(file => before[file] !== now[file]).sort();
}

function withFiles(before: Files, now: Files, names: readonly string[]): Files {
  const files = new Map(Object.entries(before));
  for (const name of names) {
    const hash = now[name];
    if (hash === undefined) files.delete(name);
    else files.set(name, hash);
  }
  return Object.fromEntries(files);
}
