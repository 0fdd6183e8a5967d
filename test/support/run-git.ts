import { execFileSync } from 'node:child_process';

/** Nothing of this machine's configuration, no question, and a name to commit under. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};
const options = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];

/** Runs git in a folder; gives what it prints, with the line's end. */
export const runGit = (folder: string, ...values: readonly string[]): string =>
  execFileSync('git', [...options, ...values], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
