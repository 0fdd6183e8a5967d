import { agentTitles } from '../../model/coding-agents.ts';
import { baseName, foldersBetween, parentOf } from '../file-tree.ts';
import {
  collectLoads,
  folderVerdict,
  type InstructionReader,
  type Loads,
  refuseAbove,
  type Situation,
  verdicts,
} from '../situation.ts';

const title = agentTitles.codex;
const usualNames = ['AGENTS.override.md', 'AGENTS.md'];
const usualBytes = 32 * 1024;

/** As the documentation of Codex describes it: one file a folder, from the repository down, up to a size in all. */
export const codex: InstructionReader = {
  async predict(situation) {
    const { home, folder, repository } = situation;
    const loads = collectLoads(situation);
    const { names, bytes } = await readConfig(situation);
    await loadUsers(situation, loads, `${home}/.codex`);
    let left = bytes;
    for (const at of foldersBetween(repository ?? folder, folder)) {
      const path = await firstOf(situation, loads, at, names);
      if (path !== undefined) left -= await load(situation, loads, path, { bytes, left });
    }
    await refuseAbove(situation, loads, names);
    return loads.finish(async path => unsaid(situation, loads, names, path));
  },
};

/** Loads as much of a file as is left; how many bytes that took. */
async function load(
  { tree }: Situation,
  loads: Loads,
  path: string,
  { bytes, left }: { readonly bytes: number; readonly left: number },
): Promise<number> {
  const size = (await tree.look(path))?.bytes ?? 0;
  const text = await tree.read(path);
  if (left === 0) loads.refuse(path, overBudget(path, bytes, loads));
  else if (text.slice(0, left).trim() === '') loads.refuse(path, verdicts.empty(path));
  else {
    const cut = size > left ? { cut_to_bytes: left } : {};
    loads.load(path, verdicts.atStart, { bytes: size, text: text.slice(0, left), ...cut });
    return Math.min(left, size);
  }
  return 0;
}

/** Two keys of the configuration, which stand before its tables. */
async function readConfig({
  tree,
  home,
}: Situation): Promise<{ readonly names: readonly string[]; readonly bytes: number }> {
  const text = (await tree.read(`${home}/.codex/config.toml`)).slice(0, 65_536).split(/^\s*\[/m)[0] ?? '';
  const bytes = /^\s*project_doc_max_bytes\s*=\s*(\d[\d_]*)/m.exec(text)?.[1]?.replaceAll('_', '');
  const list = /^\s*project_doc_fallback_filenames\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? '';
  const more = [...list.matchAll(/["']([^"'/\\]+)["']/g)].map(([, name = '']) => name);
  return {
    names: [...new Set([...usualNames, ...more])],
    bytes: bytes === undefined ? usualBytes : Number(bytes),
  };
}

/** The first one that holds something. */
async function loadUsers({ tree }: Situation, loads: Loads, folder: string): Promise<void> {
  let stands: string | undefined;
  for (const name of usualNames) {
    const path = `${folder}/${name}`;
    const node = await tree.look(path);
    if (node?.kind !== 'file') continue;
    const text = await tree.read(path);
    if (stands !== undefined) loads.refuse(path, shadowed(path, stands, loads));
    else if (text.trim() === '') loads.refuse(path, verdicts.empty(path));
    else {
      loads.load(path, verdicts.atStart, { bytes: node.bytes, text });
      stands = path;
    }
  }
}

/** The first name that is there, even if nothing stands in it; the others are in its shadow. */
async function firstOf(
  { tree }: Situation,
  loads: Loads,
  folder: string,
  names: readonly string[],
): Promise<string | undefined> {
  let first: string | undefined;
  for (const name of names) {
    const path = `${folder}/${name}`;
    if ((await tree.look(path))?.kind !== 'file') continue;
    if (first === undefined) first = path;
    else loads.refuse(path, shadowed(path, first, loads));
  }
  return first;
}

const shadowed = (_path: string, stands: string, { show }: Loads) => ({
  reason: 'shadowed' as const,
  message: `One file a folder is read, and ${show(stands)} comes first.`,
  because_of: stands,
  change: {
    do: 'move_file' as const,
    path: stands,
    message: `Put it into ${show(stands)}, or remove that file.`,
  },
});

const overBudget = (path: string, bytes: number, { show }: Loads) => ({
  reason: 'too_large' as const,
  message: `The files above it fill the ${bytes} bytes that are read in all.`,
  change: {
    do: 'edit_setting' as const,
    path,
    message: `Raise project_doc_max_bytes in the configuration of Codex, or shorten the files above ${show(path)}.`,
  },
});

function unsaid(situation: Situation, loads: Loads, names: readonly string[], path: string) {
  if (!names.includes(baseName(path))) return verdicts.otherAgent(title);
  const verdict = folderVerdict(situation, parentOf(path), loads.show);
  if (verdict.reason !== 'folder_not_read') return verdict;
  // What it reads later makes no difference to Codex.
  const start = parentOf(path);
  return {
    reason: 'outside_folder' as const,
    message:
      loads.show(situation.folder) === '.'
        ? 'Only the top of the repository is read.'
        : `Only folders from the top of the repository down to ${loads.show(situation.folder)} are read.`,
    change: { do: 'start_in' as const, path: start, message: `Start Codex in ${loads.show(start)}.` },
  };
}
