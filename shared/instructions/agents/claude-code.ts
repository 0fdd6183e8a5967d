import { agentTitles } from '../../model/coding-agents.ts';
import {
  baseName,
  foldersBetween,
  foldersDownTo,
  isWithin,
  listFiles,
  parentOf,
  relativeTo,
  resolvePath,
} from '../file-tree.ts';
import { patternsOf, readFrontmatter } from '../frontmatter.ts';
import { ignoreTest } from '../glob.ts';
import { claudeImports, isImportedText, withoutComments } from '../imports.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type Loads,
  type Situation,
  type Verdict,
  verdicts,
} from '../situation.ts';
import { type ClaudeSettings, readClaudeSettings } from './claude-settings.ts';

const title = agentTitles['claude-code'];
/** In bytes; what is larger is left out whole. */
const mostBytes = 4 * 1024 * 1024;
/** How far imports go: the file itself is 0. */
const mostDepth = 4;

/** As Claude Code 2.1.330 does it; `npm run test:agents` holds it to that. */
export const claudeCode: InstructionReader = {
  async predict(situation) {
    const walk = await startWalk(situation);
    await atStart(walk);
    for (const file of situation.reads) await afterRead(walk, file);
    return walk.loads.finish(path => unsaid(walk, path));
  },
};

interface Walk extends Situation, ClaudeSettings {
  readonly loads: Loads;
  readonly reals: Map<string, string>;
  /** Folders with a file of the project's own, which keeps `AGENTS.md` out. */
  readonly own: string[];
}

/** How a file comes to be loaded. */
interface Way {
  readonly verdict: Verdict;
  readonly isUsers?: boolean;
  readonly depth?: number;
}

async function startWalk(situation: Situation): Promise<Walk> {
  const settings = await readClaudeSettings(situation);
  return { ...situation, ...settings, loads: collectLoads(situation), reals: new Map(), own: [] };
}

const claudeNames = ['CLAUDE.md', '.claude/CLAUDE.md'];
const ownNames = [...claudeNames, 'CLAUDE.local.md'];
const agentsNames = ['AGENTS.md', '.claude/AGENTS.md'];
const wantsAgents = ({ mode, own }: Walk): boolean =>
  mode === 'claude-md-and-agents-md' || (mode === 'claude-md-or-agents-md' && own.length === 0);

async function atStart(walk: Walk): Promise<void> {
  const { home, folder, mode } = walk;
  const verdict = verdicts.atStart;
  await load(walk, '/etc/claude-code/CLAUDE.md', { verdict });
  if (mode === 'managed-only') return;
  await load(walk, `${home}/.claude/CLAUDE.md`, { verdict, isUsers: true });
  await loadRules(walk, `${home}/.claude`, { verdict, isUsers: true });
  for (const at of foldersDownTo(folder)) {
    for (const name of claudeNames)
      if (await load(walk, `${at}/${name}`, { verdict })) walk.own.push(`${at}/${name}`);
    await loadRules(walk, `${at}/.claude`, { verdict });
    const local = `${at}/CLAUDE.local.md`;
    if (await load(walk, local, { verdict })) walk.own.push(local);
  }
  if (!wantsAgents(walk)) return;
  for (const at of foldersDownTo(folder))
    for (const name of agentsNames) await load(walk, `${at}/${name}`, { verdict });
}

async function afterRead(walk: Walk, file: string): Promise<void> {
  const { home, folder, mode } = walk;
  if (!isWithin(folder, file)) return;
  await loadRules(
    walk,
    `${home}/.claude`,
    { verdict: verdicts.atStart, isUsers: true },
    { file, from: folder },
  );
  if (mode === 'managed-only') return;
  const verdict: Verdict = {
    reason: 'file_read',
    message: `It is loaded with a file of its folder, ${walk.loads.show(file)}.`,
    because_of: file,
  };
  for (const at of foldersBetween(folder, parentOf(file)).slice(1)) {
    for (const name of ownNames) await load(walk, `${at}/${name}`, { verdict });
    await loadRules(walk, `${at}/.claude`, { verdict });
    await loadRules(walk, `${at}/.claude`, { verdict }, { file, from: at });
    if (wantsAgents(walk) && !(await hasOwn(walk, at)))
      for (const name of agentsNames) await load(walk, `${at}/${name}`, { verdict });
  }
  for (const at of foldersDownTo(folder))
    await loadRules(walk, `${at}/.claude`, { verdict }, { file, from: at });
}

/** Whether a file of the folder's own takes the place of its `AGENTS.md`; a link that leads nowhere does as well. */
async function hasOwn({ loads, tree }: Walk, folder: string): Promise<boolean> {
  for (const path of ownNames.map(name => `${folder}/${name}`)) {
    if (loads.has(path)) return true;
    const isNamed = (await tree.list(parentOf(path))).includes(baseName(path));
    if (isNamed && (await tree.look(path)) === undefined) return true;
  }
  return false;
}

/** Loads rules of a folder: those for all files, or those whose patterns match a file that was read. */
async function loadRules(walk: Walk, owner: string, way: Way, read?: Read): Promise<void> {
  for (const path of await listFiles(walk.tree, `${owner}/rules`)) {
    if (!path.endsWith('.md') || walk.loads.has(path)) continue;
    const real = (await walk.tree.look(path))?.real ?? path;
    if (way.isUsers === true || isWithin(`${owner}/rules`, real) || isWithin(walk.folder, real))
      await loadRule(walk, path, way, read);
    else walk.loads.refuse(path, outside(path));
  }
}

/** A file that was read, and the folder that patterns see it from. */
interface Read {
  readonly file: string;
  readonly from: string;
}

async function loadRule(walk: Walk, path: string, way: Way, read?: Read): Promise<void> {
  const patterns = rulePatterns(await walk.tree.read(path));
  if (patterns === undefined && read === undefined) await load(walk, path, way);
  if (patterns === undefined || read === undefined) return;
  const { file, from } = read;
  if (!isWithin(from, file) || !ignoreTest(patterns)(relativeTo(from, file))) return;
  const message = `Its paths match ${walk.loads.show(file)}.`;
  await load(walk, path, { ...way, verdict: { reason: 'file_read', message, because_of: file } });
}

/** The patterns of a rule; undefined where it is for all files. */
function rulePatterns(text: string): string[] | undefined {
  const patterns = patternsOf(readFrontmatter(text), 'paths')
    .map(pattern => pattern.replace(/\/\*\*$/, ''))
    .filter(pattern => pattern !== '');
  return patterns.every(pattern => pattern === '**') ? undefined : patterns;
}

/** Loads a file and what it imports; says whether there is anything in it. */
async function load(
  walk: Walk,
  path: string,
  { verdict, isUsers = false, depth = 0 }: Way,
): Promise<boolean> {
  const { tree, loads, reals } = walk;
  if (loads.has(path)) return true;
  const node = await tree.look(path);
  if (node?.kind !== 'file') return false;
  const no = refusal(walk, path, node.real, isUsers, depth);
  if (no !== undefined || node.bytes > mostBytes) {
    loads.refuse(path, no ?? verdicts.tooLarge(path, '4 MiB'));
    return false;
  }
  const known = reals.get(node.real);
  const text = withoutComments(readFrontmatter(await tree.read(path)).body);
  if (text.trim() === '' || known !== undefined) {
    loads.refuse(path, known === undefined ? verdicts.empty(path) : verdicts.sameFile(known));
    return known !== undefined;
  }
  reals.set(node.real, path);
  loads.load(path, verdict, { bytes: node.bytes, text });
  const message = `It is imported by ${loads.show(path)}.`;
  for (const written of claudeImports(text)) {
    const imported = written.startsWith('~/')
      ? `${walk.home}/${written.slice(2)}`
      : resolvePath(parentOf(node.real), written);
    await load(walk, imported, {
      verdict: { reason: 'imported', message, because_of: path },
      isUsers,
      depth: depth + 1,
    });
  }
  return true;
}

/** Why a file is not loaded, by where it is. */
function refusal(
  walk: Walk,
  path: string,
  real: string,
  isUsers: boolean,
  depth: number,
): Verdict | undefined {
  if (walk.isExcluded(path))
    return {
      reason: 'excluded',
      message: 'A pattern of claudeMdExcludes in the settings leaves it out.',
      change: {
        do: 'edit_setting',
        path: `${walk.folder}/.claude/settings.json`,
        message: 'Take the pattern out of claudeMdExcludes.',
      },
    };
  if (depth > mostDepth)
    return {
      reason: 'import_too_deep',
      message: `Imports are followed ${mostDepth} files deep, and it is the next.`,
      change: { do: 'add_import', path, message: 'Import it from a file nearer to CLAUDE.md.' },
    };
  if (depth > 0 && !isUsers && !isWithin(walk.folder, real)) return outside(path);
  if (isImportedText(path)) return undefined;
  return {
    reason: 'not_text',
    message: 'By the end of its name it is no text that is loaded.',
    change: { do: 'move_file', path, message: 'Give it a name that ends in .md.' },
  };
}

const outside = (path: string): Verdict => ({
  reason: 'import_outside',
  message: "It lies outside the folder that Claude Code was started in, which needs the user's approval.",
  change: { do: 'edit_setting', path, message: 'Approve external imports when Claude Code asks for it.' },
});

/** What nothing was said about yet. */
async function unsaid(walk: Walk, path: string): Promise<Verdict> {
  const { loads, folder, own, mode } = walk;
  const rules = /^(.*?)\/\.claude\/rules\/.*\.md$/.exec(path)?.[1];
  const name = baseName(path);
  const isAgents = name === 'AGENTS.md';
  if (rules === undefined && !isAgents && name !== 'CLAUDE.md' && name !== 'CLAUDE.local.md')
    return foreign(walk, path);
  const parent = parentOf(path);
  const owner = rules ?? (baseName(parent) === '.claude' ? parentOf(parent) : parent);
  if (mode === 'managed-only' || (isAgents && mode === 'claude-md')) return switchedOff(walk);
  const stands = isAgents ? [...own, ...ownNames.map(one => `${owner}/${one}`)].find(loads.has) : undefined;
  if (stands !== undefined) return shadowed(path, stands, loads);
  const patterns = rules === undefined ? undefined : rulePatterns(await walk.tree.read(path));
  // With patterns it is a matter of what is read, wherever that may be.
  return patterns !== undefined && (isWithin(owner, folder) || isWithin(folder, owner))
    ? verdicts.noMatch('paths', patterns, owner, ignoreTest(patterns))
    : folderVerdict(walk, owner, loads.show);
}

const switchedOff = ({ mode, home }: Walk): Verdict => ({
  reason: 'switched_off',
  message: `The setting Project instructions is \`${mode}\`.`,
  change: {
    do: 'edit_setting',
    path: `${home}/.claude/settings.json`,
    message: 'Choose another in /config.',
  },
});

function shadowed(path: string, stands: string, { show }: Loads): Verdict {
  return {
    reason: 'shadowed',
    message: `It is read only where no CLAUDE.md is, and ${show(stands)} is there.`,
    because_of: stands,
    change: {
      do: 'add_import',
      path: stands,
      message: `Write the line \`@${show(path)}\` into ${show(stands)}.`,
    },
  };
}

function foreign({ loads, folder }: Walk, path: string): Verdict {
  const verdict = verdicts.otherAgent(title);
  if (!isImportedText(path) || !isWithin(folder, path)) return verdict;
  const message = `Write the line \`@${relativeTo(folder, path)}\` into ${loads.show(`${folder}/CLAUDE.md`)}.`;
  return { ...verdict, change: { do: 'add_import', path: `${folder}/CLAUDE.md`, message } };
}
