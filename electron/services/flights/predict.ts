import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { findRepository, isWithin } from '../../../shared/instructions/file-tree.ts';
import { predictInstructions } from '../../../shared/instructions/instruction-readers.ts';
import { instructionAgents } from '../../../shared/model/instruction-file.ts';
import { slashed } from '../../storage/files/path-inside.ts';
import { createDiskTree, findInstructionFiles } from './disk-tree.ts';

/** The folder from which a prediction looks where no project is open: the top of the repository around it. */
export async function topAround(folder: string): Promise<string> {
  const tree = createDiskTree();
  const at = (await tree.look(slashed(folder)))?.real ?? slashed(folder);
  return (await findRepository(tree, at)) ?? at;
}

/**
 * Which instruction files agents have that work in a folder. `top` is the folder that all paths are seen from, and whose
 * instruction files are looked for; nothing is run, and nothing but names, sizes and reasons leaves this machine.
 */
export async function predictIn(
  top: string,
  { agent, folder = '.', file, after = [] }: Input<'flights.predict'>,
): Promise<Output<'flights.predict'>> {
  const from = (path: string): string => slashed(resolve(top, path));
  const tree = createDiskTree();
  const at = (await tree.look(from(folder)))?.real;
  const root = (await tree.look(slashed(top)))?.real ?? slashed(top);
  if (at === undefined || !isWithin(root, at) || (await tree.look(at))?.kind !== 'folder')
    throw new AppError('invalid_input', `${folder}: there is no such folder in the project; give one in it`);
  const { files: found, isCut } = await findInstructionFiles(root);
  const reads = [...after, ...(file === undefined ? [] : [file])].map(path => slashed(resolve(root, path)));
  const repository = await findRepository(tree, root);
  const situation = {
    tree,
    home: slashed(homedir()),
    folder: at,
    repository: repository ?? root,
    reads,
    found,
  };
  const agents = [];
  for (const one of agent === undefined ? instructionAgents : [agent])
    agents.push(
      await predictInstructions(one, {
        ...situation,
        repository: one === 'opencode' ? repository : situation.repository,
      }),
    );
  return { top: situation.repository, agents, is_cut: isCut };
}
