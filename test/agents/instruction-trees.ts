import { createSeededRandom } from '../support/seeded-random.ts';

/** A tree of instruction files, drawn by chance from a seed: what agents trip over, each file with a mark of its own. */
export interface InstructionTree {
  readonly seed: number;
  /** By path: in the repository, `../` above it, `~/` in the user's folder; `-> PATH` is a link. */
  readonly files: Readonly<Record<string, string>>;
  readonly isRepository: boolean;
  /** Where the agent is started, in the repository. */
  readonly folder: string;
  /** What it reads, one file a turn; in its folder. */
  readonly reads: readonly string[];
}

const folders = ['.', 'src', 'src/deep', 'lib', 'lib/x/y'];
const codeFiles = ['a.ts', 'b.py', 'c.test.ts'];

const heads = [
  '',
  'paths: "**/*.ts"',
  'paths: src/**',
  'paths: [src/deep/*.ts, docs]',
  'paths:\n  - "lib/**/*.py"\n  - "*.test.ts"',
  'paths: "SRC/**/*.TS"',
  'paths: src/*.ts, lib/{x,z}/**',
  'paths: "**"',
  'paths: ./src/**',
  'paths: /src/a.ts',
  'paths: ["src/**", "!src/deep/**"]',
  'paths: "**/[ab].{ts,py}"',
  'paths: ?.ts',
  'description: no paths here',
  'paths:',
];

const imports = [
  (path: string) => `See @${path} for more.`,
  (path: string) => `- @./${path}`,
  (path: string) => `**@${path}**`,
  (path: string) => `\`@${path}\` is only named`,
  (path: string) => `\`\`\`\n@${path}\n\`\`\``,
  (path: string) => `(@${path})`,
  (path: string) => `<!-- @${path} -->`,
  (path: string) => `mail me@${path}`,
  (path: string) => `> @${path}#part`,
];

/** The names that both agents may look for. */
const names = [
  'CLAUDE.md',
  'AGENTS.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/AGENTS.md',
  'CONTEXT.md',
];

type Files = Record<string, string>;

interface Dice {
  chance(): number;
  pick<One>(list: readonly One[]): One;
}

export function instructionTree(seed: number): InstructionTree {
  const chance = createSeededRandom(seed).next;
  const dice: Dice = { chance, pick: list => list[Math.floor(chance() * list.length)] as never }; // none is empty
  const files: Files = {};
  for (const folder of folders) for (const name of codeFiles) files[clean(`${folder}/${name}`)] = 'nothing';
  const mark = (): string => `MARK-${seed}-${Object.keys(files).length}-END`;
  addGuides(files, dice, mark);
  addRules(files, dice, mark);
  addOthers(files, dice, mark);
  const folder = dice.pick(['.', '.', '.', 'src', 'lib']);
  const inside = folders.filter(one => folder === '.' || one === folder || one.startsWith(`${folder}/`));
  const reads = Array.from(
    { length: 1 + Math.floor(chance() * 2) },
    () => `${dice.pick(inside)}/${dice.pick(codeFiles)}`,
  );
  return { seed, files, isRepository: chance() < 0.8, folder, reads };
}

const clean = (path: string): string => path.replace(/^\.\//, '');

function addGuides(files: Files, dice: Dice, mark: () => string): void {
  for (const folder of folders)
    for (const name of names)
      if (dice.chance() < 0.22)
        files[clean(`${folder}/${name}`)] = dice.chance() < 0.1 ? '' : bodyOf(dice, mark());
  for (let at = 1; at < 7; at += 1) files[`docs/d${at}.md`] = `${mark()}\n@d${at + 1}.md`;
}

function bodyOf({ chance, pick }: Dice, mark: string): string {
  if (chance() < 0.6) return mark;
  const path = pick([
    'docs/d1.md',
    '../docs/d3.md',
    'docs/none.md',
    '../outside.md',
    'AGENTS.md',
    '~/.claude/CLAUDE.md',
  ]);
  return `${mark}\n\n${pick(imports)(path)}\n`;
}

function addRules(files: Files, { chance, pick }: Dice, mark: () => string): void {
  for (let at = 0; at < 5; at += 1) {
    const head = pick(heads);
    const owner = chance() < 0.7 ? '.' : pick(folders);
    const path = clean(`${owner}/.claude/rules/${pick(['', 'sub/'])}r${at}.md`);
    files[path] = `${head === '' ? '' : `---\n${head}\n---\n`}${mark()}`;
  }
}

/** What lies outside the repository, settings and a link. */
function addOthers(files: Files, { chance, pick }: Dice, mark: () => string): void {
  const outside = ['../CLAUDE.md', '../AGENTS.md', '../outside.md'];
  const users = ['.claude/CLAUDE.md', '.claude/rules/mine.md', '.config/opencode/AGENTS.md'];
  for (const path of [...outside, ...users.map(name => `~/${name}`)])
    if (chance() < 0.25) files[path] = mark();
  if (chance() < 0.2)
    files['.claude/settings.json'] = JSON.stringify({
      claudeMdExcludes: [pick(['**/src/CLAUDE.md', '**/rules/r1.md'])],
    });
  if (chance() < 0.2)
    files['opencode.json'] = JSON.stringify({
      instructions: [pick(['docs/d1.md', 'docs/*.md', 'src/**/CLAUDE.md'])],
    });
  if (chance() < 0.2) files['lib/CLAUDE.md'] = '-> ../CLAUDE.md';
}
