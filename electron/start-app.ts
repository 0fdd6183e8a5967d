import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from './platform/logger.ts';
import { findUserDataDir } from './platform/user-data-dir.ts';
import { createWorld } from './platform/world.ts';
import { type App, type AppOptions, createApp } from './services/app/app.ts';

interface StartOptions
  extends Pick<
    AppOptions,
    | 'shell'
    | 'isUnseen'
    | 'version'
    | 'findProject'
    | 'pickFolder'
    | 'revealFolder'
    | 'trustsAll'
    | 'strictFiles'
  > {
  /** Folder of the built program: beside it lie the studio, the workers and the sample project. */
  readonly distDir: string;
  /** Takes one line of log, with its end. */
  readonly writeLog: (line: string) => void;
}

/** The app of this machine and this user, for every shell. Opens and reads nothing yet. */
export function startApp({ distDir, writeLog, ...options }: StartOptions): App {
  const userDataDir = findUserDataDir();
  return createApp({
    ...options,
    userDataDir,
    async examineHost(project) {
      const { examineHost } = await import('./host/examine-host.ts');
      const { isHostWanted } = await import('./cli/globals.ts');
      return examineHost({
        userDataDir,
        project,
        version: options.version,
        isHostWanted: isHostWanted(process.env, {}),
        mayWrite: true,
      });
    },
    logger: createLogger(writeLog),
    environment: environmentSettings(process.env),
    world: createWorld({ tokenizerProgram: pathToFileURL(join(distDir, 'workers/tokenizer-worker.js')) }),
    sampleFilesDir: join(distDir, 'sample-project'),
  });
}

/** What each variable sets; the values of those with `isSecret` are told to nobody. */
const variables = {
  WEFT_HOST: { effect: 'whether a host of the project is asked' },
  WEFT_TRUST: { effect: 'projects that are opened are trusted' },
  WEFT_TOKEN: { effect: 'the token of this server', isSecret: true },
  WEFT_USER_DATA: { effect: 'where what belongs to you and to no project is kept' },
  WEFT_LOG: { effect: 'how much is logged' },
  WEFT_SUMMARIZER_URL: { effect: 'where the chat model for summaries is asked' },
  WEFT_SUMMARIZER_MODEL: { effect: 'which chat model makes summaries' },
  WEFT_SUMMARIZER_KEY: { effect: 'the key for the chat model', isSecret: true },
  WEFT_EMBEDDINGS_URL: { effect: 'where texts are embedded' },
  WEFT_EMBEDDINGS_MODEL: { effect: 'which model embeds texts' },
  WEFT_EMBEDDINGS_KEY: { effect: 'the key for embeddings', isSecret: true },
} as const satisfies Readonly<Record<string, { readonly effect: string; readonly isSecret?: true }>>;

/** Those that are set here. */
function environmentSettings(env: NodeJS.ProcessEnv): NonNullable<AppOptions['environment']> {
  return Object.entries(variables).flatMap(([name, variable]) => {
    const value = env[name];
    if (value === undefined || value === '') return [];
    const { effect } = variable;
    return ['isSecret' in variable ? { name, effect } : { name, effect, value }];
  });
}
