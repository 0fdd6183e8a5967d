import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run test:agents [-- NAME... WORD...]`: the doors for coding agents with the agents themselves, against a model on
 * loopback. Each is installed once, in the user's cache folder; where its registry is not reached, its tests are not
 * run, and that is said. Words that name no agent are for Vitest: `-- opencode instructions` runs one file of tests.
 */
const agents = {
  'claude-code': {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    program: 'claude',
  },
  opencode: { title: 'opencode', package: 'opencode-ai', version: '1.18.33', program: 'opencode' },
  codex: { title: 'Codex', package: '@openai/codex', version: '0.169.0', program: 'codex' },
  gemini: { title: 'Gemini CLI', package: '@google/gemini-cli', version: '0.61.0', program: 'gemini' },
} as const;
type Agent = (typeof agents)[keyof typeof agents];

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const words = process.argv.slice(2);
const wanted = words.filter(word => Object.hasOwn(agents, word));
const programs: Record<string, string> = {};
for (const [name, agent] of Object.entries(agents)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const program = installed(name, agent);
  if (program === undefined) process.stdout.write(`not run: ${agent.title} cannot be installed here\n`);
  else programs[name] = program;
}

if (Object.keys(programs).length > 0) {
  const filters = words.filter(word => !wanted.includes(word));
  // One after the other: an agent that must wait for a processor goes on without what Weft says.
  const run = ['run', '--project', 'agents', '--maxWorkers=1'];
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, ...run, ...filters], {
    env: { ...process.env, WEFT_TEST_AGENTS: JSON.stringify(programs) },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

function installed(name: string, agent: Agent): string | undefined {
  const folder = join(cache, 'weft-test-agents', `${name}-${agent.version}`);
  const program = join(folder, 'node_modules/.bin', agent.program);
  if (existsSync(program)) return program;
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('start this by npm run test:agents');
  mkdirSync(folder, { recursive: true });
  const what = ['install', '--no-audit', '--no-fund', '--prefix', folder];
  spawnSync(
    process.execPath,
    [npm, ...what, `${agent.package}@${agent.version}`],
    // Elsewhere, so that nothing of this repository is taken for its own.
    { cwd: folder, stdio: ['ignore', 2, 2] },
  );
  return existsSync(program) ? program : undefined;
}
