import { agentTitles } from '../../model/coding-agents.ts';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { baseName, isWithin, parentOf, relativeTo } from '../file-tree.ts';
import { patternsOf, readFrontmatter } from '../frontmatter.ts';
import { globTest } from '../glob.ts';
import { readSettings } from '../settings.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type Loads,
  type Situation,
  type Verdict,
  verdicts,
} from '../situation.ts';

const title = agentTitles.vscode;

/** As the documentation of VS Code describes it for its own agent; the folder that the agent works in is the one that is opened. */
export const vscode: InstructionReader = {
  async predict(situation) {
    const { tree, folder, found } = situation;
    const loads = collectLoads(situation);
    const walk: Walk = {
      ...situation,
      loads,
      settings: await readSettings(tree, `${folder}/.vscode/settings.json`),
    };
    for (const path of found.filter(one => isWithin(folder, one))) {
      const verdict = await verdictOf(walk, path);
      if (verdict === undefined) continue;
      const text = await tree.read(path);
      if (verdict.reason !== 'session_start' && verdict.reason !== 'file_read') loads.refuse(path, verdict);
      else if (readFrontmatter(text).body.trim() === '') loads.refuse(path, verdicts.empty(path));
      else loads.load(path, verdict, { bytes: (await tree.look(path))?.bytes ?? 0, text });
    }
    return loads.finish(async path => unsaid(walk, path));
  },
};

interface Walk extends Situation {
  readonly loads: Loads;
  readonly settings: JsonObject;
}

/** Files for every request, with the setting that switches them, and whether it is on where nobody says so. */
const always: readonly (readonly [RegExp, string, boolean])[] = [
  [/^\.github\/copilot-instructions\.md$/, 'github.copilot.chat.codeGeneration.useInstructionFiles', true],
  [/^AGENTS\.md$/, 'chat.useAgentsMdFile', true],
  [/\/AGENTS\.md$/, 'chat.useNestedAgentsMdFiles', false],
  [/^(?:\.claude\/)?CLAUDE\.md$|^CLAUDE\.local\.md$/, 'chat.useClaudeMdFile', true],
];

/** What is said of one of its own; undefined for any other. */
async function verdictOf(walk: Walk, path: string): Promise<Verdict | undefined> {
  const { folder, reads, loads } = walk;
  const from = relativeTo(folder, path);
  const fixed = always.find(([pattern]) => pattern.test(from));
  if (fixed !== undefined) {
    const [, setting, isUsual] = fixed;
    if (!isOn(walk, setting, isUsual)) return switchedOff(walk, setting);
    const at = parentOf(path);
    if (!from.endsWith('/AGENTS.md')) return verdicts.atStart;
    const read = reads.find(file => isWithin(at, file));
    if (read === undefined) return folderVerdict(walk, at, loads.show);
    return {
      reason: 'file_read',
      message: `It is loaded with a file of its folder, ${loads.show(read)}.`,
      because_of: read,
    };
  }
  if (/^\.claude\/rules\/.*\.md$/.test(from)) return patternVerdict(walk, path, 'paths', ['**']);
  return isInstructions(walk, from) ? patternVerdict(walk, path, 'applyTo', []) : undefined;
}

/** `*.instructions.md` in the folders that the settings name. */
function isInstructions({ settings }: Walk, from: string): boolean {
  const given = settings['chat.instructionsFilesLocations'];
  const named = isJsonObject(given) ? given : {};
  const folders = { '.github/instructions': true, ...named };
  return (
    from.endsWith('.instructions.md') &&
    Object.entries(folders).some(
      ([folder, isUsed]) => isUsed === true && isWithin(folder.replace(/\/$/, ''), from),
    )
  );
}

async function patternVerdict(
  { tree, folder, reads, loads }: Walk,
  path: string,
  key: string,
  usual: readonly string[],
): Promise<Verdict> {
  const given = patternsOf(readFrontmatter(await tree.read(path)), key);
  const patterns = given.length === 0 ? usual : given;
  if (patterns.length === 0)
    return verdicts.onRequest(
      path,
      `It has no ${key}, so that it is loaded only when it is attached, or when the model asks for it by its description.`,
      `Write ${key} above it, for example \`${key}: "**"\`.`,
    );
  if (patterns.some(pattern => ['**', '**/*', '*'].includes(pattern))) return verdicts.atStart;
  const test = globTest(
    patterns.map(pattern => (pattern.startsWith('/') ? pattern.slice(1) : `**/${pattern}`)),
  );
  const read = reads.find(file => isWithin(folder, file) && test(relativeTo(folder, file)));
  if (read === undefined) return verdicts.noMatch(key, patterns, folder, test);
  return { reason: 'file_read', message: `Its ${key} matches ${loads.show(read)}.`, because_of: read };
}

const isOn = ({ settings }: Walk, setting: string, isUsual: boolean): boolean =>
  typeof settings[setting] === 'boolean' ? settings[setting] : isUsual;

const switchedOff = ({ folder, loads }: Walk, setting: string): Verdict => ({
  reason: 'switched_off',
  message: `The setting ${setting} is off.`,
  change: {
    do: 'edit_setting',
    path: `${folder}/.vscode/settings.json`,
    message: `Set ${setting} to true in ${loads.show(`${folder}/.vscode/settings.json`)}.`,
  },
});

function unsaid(walk: Walk, path: string): Verdict {
  const { folder, loads } = walk;
  const isOwn = /\/(?:AGENTS\.md|CLAUDE\.md|copilot-instructions\.md|[^/]+\.instructions\.md)$/.test(path);
  if (isOwn && !isWithin(folder, path)) return folderVerdict(walk, parentOf(path), loads.show);
  const verdict = verdicts.otherAgent(title);
  if (baseName(path) !== 'CLAUDE.md' && !path.endsWith('.instructions.md')) return verdict;
  const message = 'Move it to .github/instructions, with a name that ends in .instructions.md.';
  return { ...verdict, change: { do: 'move_file', path: `${folder}/.github/instructions`, message } };
}
