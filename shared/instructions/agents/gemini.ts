import { agentTitles } from '../../model/coding-agents.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { baseName, findRepository, foldersBetween, isWithin, parentOf, resolvePath } from '../file-tree.ts';
import { geminiImports } from '../imports.ts';
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

const title = agentTitles.gemini;
/** How far imports go: the file itself is 0. */
const mostDepth = 5;

/** As the sources of Gemini CLI 0.56 have it, in a folder that its user trusts. */
export const gemini: InstructionReader = {
  async predict(situation) {
    const { home, folder, repository } = situation;
    const walk: Walk = { ...situation, loads: collectLoads(situation), reals: new Map() };
    const names = await fileNames(situation);
    const top = repository ?? folder;
    for (const name of names) await load(walk, `${home}/.gemini/${name}`, verdicts.atStart);
    for (const at of foldersBetween(top, folder))
      for (const name of names) await load(walk, `${at}/${name}`, verdicts.atStart);
    for (const file of situation.reads.filter(path => isWithin(folder, path)))
      for (const at of foldersBetween(folder, parentOf(file)))
        for (const name of names) await load(walk, `${at}/${name}`, readVerdict(walk, file));
    await refuseAbove(situation, walk.loads, names);
    return walk.loads.finish(async path => unsaid(walk, names, path));
  },
};

interface Walk extends Situation {
  readonly loads: Loads;
  /** By where a file really lies: the path it was loaded by. */
  readonly reals: Map<string, string>;
}

const readVerdict = ({ loads }: Walk, file: string): Verdict => ({
  reason: 'file_read',
  message: `It is loaded with a file of its folder, ${loads.show(file)}.`,
  because_of: file,
});

/** `context.fileName` of the settings, the project's before the user's. */
async function fileNames({ tree, home, folder }: Situation): Promise<readonly string[]> {
  for (const place of [folder, home]) {
    const names = namesOf(await readSettings(tree, `${place}/.gemini/settings.json`));
    if (names.length > 0) return names;
  }
  return ['GEMINI.md'];
}

function namesOf({ context, contextFileName }: JsonObject): string[] {
  const given = (isJsonObject(context) ? context.fileName : undefined) ?? contextFileName;
  const list = Array.isArray(given) ? given : [given];
  return list.filter((name): name is string => typeof name === 'string' && name !== '');
}

async function load(walk: Walk, path: string, verdict: Verdict): Promise<void> {
  const { tree, loads, reals } = walk;
  const node = await tree.look(path);
  if (node?.kind !== 'file' || loads.has(path)) return;
  const known = reals.get(node.real);
  const text = await tree.read(path);
  if (known !== undefined) loads.refuse(path, verdicts.sameFile(known));
  else if (text.trim() === '') loads.refuse(path, verdicts.empty(path));
  else {
    reals.set(node.real, path);
    loads.load(path, verdict, { bytes: node.bytes, text });
    const top = (await findRepository(tree, parentOf(path))) ?? parentOf(path);
    await loadImports(walk, path, text, top, [path]);
  }
}

/** `chain` are the files that import each other, down to this one. */
async function loadImports(
  walk: Walk,
  from: string,
  text: string,
  top: string,
  chain: readonly string[],
): Promise<void> {
  const { tree, loads } = walk;
  for (const written of geminiImports(text)) {
    const path = resolvePath(parentOf(from), written);
    const node = await tree.look(path);
    if (node?.kind !== 'file' || chain.includes(path) || loads.has(path)) continue;
    if (!isWithin(top, node.real)) loads.refuse(path, outside(path, top, loads));
    else if (chain.length > mostDepth) loads.refuse(path, tooDeep(path));
    else {
      const content = await tree.read(path);
      loads.load(
        path,
        { reason: 'imported', message: `It is imported by ${loads.show(from)}.`, because_of: from },
        { bytes: node.bytes, text: content },
      );
      await loadImports(walk, path, content, top, [...chain, path]);
    }
  }
}

const tooDeep = (path: string): Verdict => ({
  reason: 'import_too_deep',
  message: `Imports are followed ${mostDepth} files deep, and it is the next.`,
  change: { do: 'add_import', path, message: 'Import it from a file nearer to GEMINI.md.' },
});

const outside = (_path: string, top: string, { show }: Loads): Verdict => ({
  reason: 'import_outside',
  message:
    show(top) === '.'
      ? 'It lies outside the repository, from where nothing is imported.'
      : `It lies outside ${show(top)}, from where nothing is imported.`,
  change: {
    do: 'move_file',
    path: top,
    message: show(top) === '.' ? 'Move it into the repository.' : `Move it into ${show(top)}.`,
  },
});

function unsaid(walk: Walk, names: readonly string[], path: string): Verdict {
  const { loads, folder } = walk;
  if (names.includes(baseName(path))) return folderVerdict(walk, parentOf(path), loads.show);
  const verdict = verdicts.otherAgent(title);
  const settings = `${folder}/.gemini/settings.json`;
  if (!baseName(path).endsWith('.md')) return verdict;
  const message =
    baseName(path) === 'AGENTS.md'
      ? `Name AGENTS.md in \`context.fileName\` of ${loads.show(settings)}.`
      : `Import it by a line \`@...\` in ${names[0] ?? 'GEMINI.md'}.`;
  return { ...verdict, change: { do: 'edit_setting', path: settings, message } };
}
