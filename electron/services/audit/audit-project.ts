import type { AuditGround, ProjectNames } from '../../../shared/audit/audit-ground.ts';
import { auditMemories } from '../../../shared/audit/audit-memories.ts';
import { symbolsIn } from '../../../shared/audit/kinds/stale.ts';
import { passagesOf } from '../../../shared/audit/passages.ts';
import { baseName } from '../../../shared/instructions/file-tree.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { MemoryFinding } from '../../../shared/model/memory-audit.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { inStretches } from '../../../shared/stretches.ts';
import {
  isPassedOver,
  listProjectFiles,
  namesInCode,
  type ProjectFiles,
} from '../../storage/files/project-names.ts';
import { readDecisions } from '../ledger/ledger-elements.ts';
import { cancellablePause, type Needs, refuseCancelled } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** Decisions that memories are held against, the newest. */
const mostDecisions = 10_000;

/** What is wrong with memories, held against the decisions and the files of a project; and what could not be judged. */
export async function auditProject(
  project: OpenProject,
  needs: Needs<'cancel'>,
  definitions: Omit<AuditGround, 'decisions' | 'names'>,
): Promise<{ readonly findings: MemoryFinding[]; readonly notes: string[] }> {
  refuseCancelled(needs.cancel);
  const { names, notes } = await namesOf(project, definitions.memories);
  const statuses = ['active', 'provisional', 'superseded', 'overridden'] as const;
  const records = await readDecisions(project.content, { statuses, limit: mostDecisions });
  const decisions = records.flatMap(({ id, title, status }) => {
    const known = statuses.find(one => one === status);
    return id === undefined || title === undefined || known === undefined
      ? []
      : [{ id, summary: title, status: known }];
  });
  const found = await inStretches(
    auditMemories({ ...definitions, decisions, names }),
    cancellablePause(needs),
  );
  const mode = await redactionModeOf(project);
  const findings = found.map(finding => ({ ...finding, message: redact(finding.message, mode).text }));
  return { findings, notes };
}

/** What is known of the names in the project; a project without files of its own has nothing that could be gone. */
async function namesOf(
  { path }: OpenProject,
  memories: readonly PersistentMemory[],
): Promise<{ readonly names: ProjectNames; readonly notes: string[] }> {
  const files = await listProjectFiles(path);
  const isKnown = files.isWhole && files.paths.length > 0;
  const paths = Map.groupBy(files.paths, baseName);
  const asked = new Set(
    memories.flatMap(memory => [...passagesOf(memory)].flatMap(({ text }) => symbolsIn(text))),
  );
  const symbols = asked.size === 0 ? undefined : await namesInCode(path, files, asked);
  const notes = [
    ...(files.isWhole
      ? []
      : ['the project has too many files to say which of those that memories name are gone']),
    ...(asked.size > 0 && symbols === undefined
      ? ['names of code are not judged: the project has no code, or too much of it to look through']
      : []),
  ];
  return {
    names: {
      hasFile: name => (isKnown ? hasFile(name.replace(/^(?:\.{1,2}\/)+/, ''), paths, files) : undefined),
      hasSymbol: name => symbols?.has(name),
    },
    notes,
  };
}

/** Undefined where it may lie in a folder that is not listed, or in a package. */
function hasFile(
  name: string,
  paths: ReadonlyMap<string, readonly string[]>,
  files: ProjectFiles,
): boolean | undefined {
  if (isAmong(paths, name)) return true;
  return name.startsWith('@') || isPassedOver(name, files) ? undefined : false;
}

/** A text may name a file from any folder on. `paths` by their last part: of all their endings a list takes long. */
const isAmong = (paths: ReadonlyMap<string, readonly string[]>, name: string): boolean =>
  paths.get(baseName(name))?.some(path => path === name || path.endsWith(`/${name}`)) ?? false;
