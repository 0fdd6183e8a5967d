import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from './platform/logger.ts';
import { userDataDir } from './platform/user-data-dir.ts';
import { createWorld } from './platform/world.ts';
import { type App, type AppOptions, createApp } from './services/app/app.ts';

export interface StartOptions
  extends Pick<
    AppOptions,
    'shell' | 'isUnseen' | 'version' | 'findProject' | 'pickFolder' | 'trustsAll' | 'strictFiles'
  > {
  /** Folder of the built program: beside it lie the studio, the workers and the sample project. */
  readonly distDir: string;
  /** Takes one line of log, with its end. */
  readonly writeLog: (line: string) => void;
}

/** The app of this machine and this user, for every shell. Opens and reads nothing yet. */
export function startApp({ distDir, writeLog, ...options }: StartOptions): App {
  return createApp({
    ...options,
    userDataDir: findUserDataDir(),
    logger: createLogger(writeLog),
    world: createWorld({ tokenizerProgram: pathToFileURL(join(distDir, 'workers/tokenizer-worker.js')) }),
    sampleFilesDir: join(distDir, 'sample-project'),
  });
}

export function findUserDataDir(): string {
  return userDataDir({ platform: process.platform, home: homedir(), env: process.env });
}
