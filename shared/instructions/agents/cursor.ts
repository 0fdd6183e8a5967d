import { agentTitles } from '../../model/coding-agents.ts';
import { baseName, isWithin, parentOf, relativeTo } from '../file-tree.ts';
import { patternsOf, readFrontmatter, textOf } from '../frontmatter.ts';
import { globTest } from '../glob.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type Loads,
  type Situation,
  type Verdict,
  verdicts,
} from '../situation.ts';

const title = agentTitles.cursor;

/** As the documentation of Cursor describes it; the folder that the agent works in is the one that is opened. */
export const cursor: InstructionReader = {
  async predict(situation) {
    const { tree, folder, found } = situation;
    const loads = collectLoads(situation);
    for (const path of found.filter(one => isWithin(folder, one))) {
      const verdict = await verdictOf(situation, loads, path);
      if (verdict === undefined) continue;
      const node = await tree.look(path);
      const text = await tree.read(path);
      const isLoaded = verdict.reason === 'session_start' || verdict.reason === 'file_read';
      if (!isLoaded) loads.refuse(path, verdict);
      else if (readFrontmatter(text).body.trim() === '') loads.refuse(path, verdicts.empty(path));
      else loads.load(path, verdict, { bytes: node?.bytes ?? 0, text });
    }
    return loads.finish(async path => unsaid(situation, loads, path));
  },
};

/** What is said of one of Cursor's own; undefined for any other. */
async function verdictOf(situation: Situation, loads: Loads, path: string): Promise<Verdict | undefined> {
  const { folder } = situation;
  const owner = /^(.*)\/\.cursor\/rules\/.*\.mdc?$/.exec(path)?.[1];
  if (owner !== undefined) return ruleVerdict(situation, loads, path, owner);
  if (path === `${folder}/.cursorrules`)
    return {
      reason: 'session_start',
      message: 'It is loaded with every session here, an older form of rules.',
    };
  if (baseName(path) !== 'AGENTS.md') return undefined;
  return folderReads(situation, loads, parentOf(path));
}

/** At the top always, below it once a file of the folder is read. */
function folderReads(situation: Situation, loads: Loads, owner: string): Verdict {
  if (owner === situation.folder) return verdicts.atStart;
  const read = situation.reads.find(file => isWithin(owner, file));
  if (read === undefined) return folderVerdict(situation, owner, loads.show);
  return {
    reason: 'file_read',
    message: `It is loaded with a file of its folder, ${loads.show(read)}.`,
    because_of: read,
  };
}

async function ruleVerdict(
  situation: Situation,
  loads: Loads,
  path: string,
  owner: string,
): Promise<Verdict> {
  const head = readFrontmatter(await situation.tree.read(path));
  if (textOf(head, 'alwaysApply') === 'true') return folderReads(situation, loads, owner);
  const patterns = patternsOf(head, 'globs');
  const name = baseName(path).replace(/\.mdc?$/, '');
  const change = `Write @${name} into the prompt, or set alwaysApply to true.`;
  if (patterns.length > 0) {
    // Without a slash it is about names, at any depth.
    const test = globTest(
      patterns.map(pattern => (pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`)),
    );
    const read = situation.reads.find(file => isWithin(owner, file) && test(relativeTo(owner, file)));
    if (read === undefined) return verdicts.noMatch('globs', patterns, owner, test);
    return { reason: 'file_read', message: `Its globs match ${loads.show(read)}.`, because_of: read };
  }
  return textOf(head, 'description') === ''
    ? verdicts.onRequest(
        path,
        'It has neither globs nor a description, so that it is loaded only when it is mentioned.',
        change,
      )
    : verdicts.onRequest(
        path,
        'The model asks for it by its description, when it thinks that it needs it.',
        change,
      );
}

function unsaid(situation: Situation, loads: Loads, path: string): Verdict {
  const name = baseName(path);
  const isOwn = name === 'AGENTS.md' || /\/\.cursor\/rules\/.*\.mdc?$/.test(path);
  if (isOwn) return folderVerdict(situation, parentOf(path.replace(/\/\.cursor\/.*$/, '/x')), loads.show);
  if (/\/\.cursor\/rules\//.test(path))
    return {
      reason: 'not_text',
      message: 'Rules are files that end in .mdc or .md.',
      change: { do: 'move_file', path, message: 'Give it a name that ends in .mdc.' },
    };
  if (name === 'CLAUDE.md')
    return {
      reason: 'other_agent',
      message: "Cursor's editor does not read it; its command line does, at the top of the project.",
      change: { do: 'move_file', path, message: 'Call it AGENTS.md, which both read.' },
    };
  return verdicts.otherAgent(title);
}
