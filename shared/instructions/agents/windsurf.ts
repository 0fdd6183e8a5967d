import { agentTitles } from '../../model/coding-agents.ts';
import { baseName, isWithin, parentOf, relativeTo } from '../file-tree.ts';
import { patternsOf, readFrontmatter, textOf } from '../frontmatter.ts';
import { globTest } from '../glob.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type LoadedText,
  type Loads,
  type Situation,
  type Verdict,
  verdicts,
} from '../situation.ts';

const title = agentTitles.windsurf;
/** In characters, of a rule of the project and of the user's. */
const mostChars = 12_000;
const mostUsersChars = 6_000;

/** As the documentation of Windsurf describes it; the folder that the agent works in is the one that is opened. */
export const windsurf: InstructionReader = {
  async predict(situation) {
    const loads = collectLoads(situation);
    const users = `${situation.home}/.codeium/windsurf/memories/global_rules.md`;
    await load(situation, loads, users, verdicts.atStart, mostUsersChars);
    for (const path of situation.found) {
      const verdict = await verdictOf(situation, loads, path);
      if (verdict !== undefined) await load(situation, loads, path, verdict, mostChars);
    }
    return loads.finish(async path => unsaid(situation, loads, path));
  },
};

async function load(
  { tree }: Situation,
  loads: Loads,
  path: string,
  verdict: Verdict,
  most: number,
): Promise<void> {
  const node = await tree.look(path);
  if (node?.kind !== 'file') return;
  if (verdict.reason !== 'session_start' && verdict.reason !== 'file_read')
    return loads.refuse(path, verdict);
  const text = await tree.read(path);
  const got: LoadedText = {
    bytes: node.bytes,
    text: text.slice(0, most),
    ...(text.length > most && { cut_to_bytes: most }),
  };
  if (readFrontmatter(text).body.trim() === '') loads.refuse(path, verdicts.empty(path));
  else loads.load(path, verdict, got);
}

/** What is said of one of Windsurf's own; undefined for any other. */
async function verdictOf(situation: Situation, loads: Loads, path: string): Promise<Verdict | undefined> {
  const { folder, reads } = situation;
  const owner = /^(.*)\/\.(?:windsurf|devin)\/rules\/.*\.md$/.exec(path)?.[1];
  // Its rules lie in the folder and below it, and above it up to the top of the repository.
  if (owner !== undefined)
    return isWithin(folder, owner) || isWithin(owner, folder)
      ? ruleVerdict(situation, loads, path, owner)
      : undefined;
  if (path === `${folder}/.windsurfrules`)
    return {
      reason: 'session_start',
      message: 'It is loaded with every session here, an older form of rules.',
    };
  if (baseName(path).toLowerCase() !== 'agents.md') return undefined;
  const at = parentOf(path);
  if (isWithin(at, folder)) return verdicts.atStart;
  const read = reads.find(file => isWithin(at, file));
  if (read === undefined || !isWithin(folder, at)) return folderVerdict(situation, at, loads.show);
  return {
    reason: 'file_read',
    message: `It is loaded with a file of its folder, ${loads.show(read)}.`,
    because_of: read,
  };
}

async function ruleVerdict(
  { tree, reads }: Situation,
  loads: Loads,
  path: string,
  owner: string,
): Promise<Verdict> {
  const head = readFrontmatter(await tree.read(path));
  const name = baseName(path).replace(/\.md$/, '');
  const change = `Write @${name} into the prompt, or set trigger to always_on.`;
  const trigger = textOf(head, 'trigger');
  if (trigger === 'always_on' || trigger === '') return verdicts.atStart;
  if (trigger === 'model_decision')
    return verdicts.onRequest(
      path,
      'The model asks for it by its description, when it thinks that it needs it.',
      change,
    );
  if (trigger === 'manual')
    return verdicts.onRequest(path, 'It is loaded only when it is mentioned.', change);
  const patterns = patternsOf(head, 'globs');
  if (trigger !== 'glob' || patterns.length === 0)
    return verdicts.badPatterns(path, trigger === 'glob' ? 'globs' : 'trigger');
  const test = globTest(
    patterns.map(pattern => (pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`)),
  );
  const read = reads.find(file => isWithin(owner, file) && test(relativeTo(owner, file)));
  if (read === undefined) return verdicts.noMatch('globs', patterns, owner, test);
  return { reason: 'file_read', message: `Its globs match ${loads.show(read)}.`, because_of: read };
}

function unsaid(situation: Situation, loads: Loads, path: string): Verdict {
  const owner = /^(.*)\/\.(?:windsurf|devin)\/rules\/.*\.md$/.exec(path)?.[1];
  return owner === undefined ? verdicts.otherAgent(title) : folderVerdict(situation, owner, loads.show);
}
