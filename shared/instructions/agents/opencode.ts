import { agentTitles } from '../../model/coding-agents.ts';
import { type JsonObject, textsIn } from '../../model/json.ts';
import { baseName, foldersBetween, isWithin, listFiles, parentOf, relativeTo } from '../file-tree.ts';
import { globTest } from '../glob.ts';
import { readSettings } from '../settings.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type Loads,
  refuseAbove,
  type Situation,
  type Verdict,
  verdicts,
} from '../situation.ts';

const title = agentTitles.opencode;
/** The first name that is there counts, for all folders together. */
const names = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md'];

/** As opencode 1.18 does it; `npm run test:agents` holds it to that. */
export const opencode: InstructionReader = {
  async predict(situation) {
    const loads = collectLoads(situation);
    // Where there is no repository it looks up to the top.
    const top = situation.repository ?? '/';
    await loadUsers(situation, loads);
    await loadProjects(situation, loads, top);
    for (const pattern of await configured(situation, top))
      for (const path of await matching(situation, pattern, top))
        await load(situation, loads, path, verdicts.atStart);
    for (const file of situation.reads) await afterRead(situation, loads, file);
    if (situation.repository !== undefined) await refuseAbove(situation, loads, names);
    return loads.finish(async path => unsaid(situation, loads, path));
  },
};

async function load({ tree }: Situation, loads: Loads, path: string, verdict: Verdict): Promise<void> {
  const node = await tree.look(path);
  if (node?.kind !== 'file') return;
  const text = await tree.read(path);
  if (text === '') loads.refuse(path, verdicts.empty(path));
  else loads.load(path, verdict, { bytes: node.bytes, text });
}

const isThere = async ({ tree }: Situation, path: string): Promise<boolean> =>
  (await tree.look(path)) !== undefined;

async function loadUsers(situation: Situation, loads: Loads): Promise<void> {
  const { home } = situation;
  const paths = [`${home}/.config/opencode/AGENTS.md`, `${home}/.claude/CLAUDE.md`];
  let stands: string | undefined;
  for (const path of paths) {
    if (!(await isThere(situation, path))) continue;
    if (stands === undefined) await load(situation, loads, path, verdicts.atStart);
    else loads.refuse(path, shadowed(path, stands, loads));
    stands ??= path;
  }
}

async function loadProjects(situation: Situation, loads: Loads, top: string): Promise<void> {
  let stands: string | undefined;
  for (const name of names) {
    const here = stands;
    for (const folder of foldersBetween(top, situation.folder).toReversed()) {
      const path = `${folder}/${name}`;
      if (!(await isThere(situation, path))) continue;
      if (here === undefined) await load(situation, loads, path, verdicts.atStart);
      else loads.refuse(path, shadowed(path, here, loads));
      stands ??= path;
    }
  }
}

const shadowed = (path: string, stands: string, { show }: Loads): Verdict => ({
  reason: 'shadowed',
  message: `${baseName(stands)} comes first, and ${show(stands)} is there.`,
  because_of: stands,
  change: {
    do: 'edit_setting',
    path: 'opencode.json',
    message: `Name ${show(path)} in \`instructions\` of opencode.json.`,
  },
});

/** `instructions` of every configuration that counts here. */
async function configured({ tree, home, folder }: Situation, top: string): Promise<string[]> {
  const places = [
    `${home}/.config/opencode`,
    ...foldersBetween(top, folder).flatMap(at => [at, `${at}/.opencode`]),
  ];
  const settings: JsonObject[] = [];
  for (const place of places)
    for (const name of ['opencode.json', 'opencode.jsonc'])
      settings.push(await readSettings(tree, `${place}/${name}`));
  return settings.flatMap(({ instructions }) => textsIn(instructions).filter(text => !/^https?:/.test(text)));
}

async function matching(situation: Situation, written: string, top: string): Promise<string[]> {
  const { home, folder } = situation;
  const pattern = written.startsWith('~/') ? `${home}/${written.slice(2)}` : written;
  if (pattern.startsWith('/')) return globFiles(situation, parentOf(pattern), baseName(pattern));
  const found: string[] = [];
  for (const at of foldersBetween(top, folder).toReversed())
    found.push(...(await globFiles(situation, at, pattern)));
  return found;
}

/** Files of a folder that a pattern matches; only below the parts that are no pattern. */
async function globFiles({ tree }: Situation, folder: string, pattern: string): Promise<string[]> {
  const clean = pattern.replace(/^\.\//, '');
  const fixed = /^(?:[^*?[{]*\/)?/.exec(clean)?.[0] ?? '';
  if (!/[*?[{]/.test(clean))
    return (await tree.look(`${folder}/${clean}`))?.kind === 'file' ? [`${folder}/${clean}`] : [];
  const test = globTest([clean]);
  const files = await listFiles(tree, `${folder}/${fixed}`.replace(/\/$/, ''));
  return files.filter(path => test(relativeTo(folder, path)));
}

async function afterRead(situation: Situation, loads: Loads, file: string): Promise<void> {
  const { folder } = situation;
  if (!(await isThere(situation, file))) return;
  const message = `It is loaded with a file of its folder, ${loads.show(file)}.`;
  // By the beginning of its name, so that a folder beside it that begins alike is looked at as well.
  for (let at = parentOf(file); at.startsWith(folder) && at !== folder; at = parentOf(at)) {
    const path = await firstIn(situation, at);
    if (path !== undefined && path !== file)
      await load(situation, loads, path, { reason: 'file_read', message, because_of: file });
  }
}

async function firstIn(situation: Situation, folder: string): Promise<string | undefined> {
  for (const name of names) if (await isThere(situation, `${folder}/${name}`)) return `${folder}/${name}`;
  return undefined;
}

function unsaid(situation: Situation, loads: Loads, path: string): Verdict {
  if (!names.includes(baseName(path)))
    return {
      ...verdicts.otherAgent(title),
      change: {
        do: 'edit_setting',
        path: 'opencode.json',
        message: `Name ${loads.show(path)} in \`instructions\` of opencode.json.`,
      },
    };
  const folder = parentOf(path);
  const before = names.slice(0, names.indexOf(baseName(path))).map(name => `${folder}/${name}`);
  const stands = before.find(one => loads.has(one) || situation.found.includes(one));
  if (stands !== undefined && isWithin(situation.folder, folder)) return shadowed(path, stands, loads);
  return folderVerdict(situation, folder, loads.show);
}
