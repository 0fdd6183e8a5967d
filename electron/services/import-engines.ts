import { isAbsolute, join } from 'node:path';
import { importLimits } from '../../shared/contract/content.ts';
import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { type FileProblem, problemsFromIssues } from '../../shared/model/problem.ts';
import { type ContextRuleEngine, type EngineDraft, engineDraftSchema } from '../../shared/model/rule.ts';
import { checkEngine } from '../../shared/rules/validate-rule.ts';
import { collectFiles } from '../storage/documents/collect-files.ts';
import type { DefinitionChange } from '../storage/files/definition-store.ts';
import { parseJson, positionOfPath } from '../storage/files/json-text.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import type { Call } from './call.ts';
import { completeEngine, mintFrom } from './complete-engine.ts';
import { takenIds } from './definition-list.ts';
import type { OpenProject } from './open-project.ts';

type ImportInput = Input<'engines.import'>;
type ImportReport = Output<'engines.import'>;

/** One engine found in a file. */
interface Candidate {
  readonly file: string;
  readonly draft: EngineDraft;
}

/** Imports engines from rule JSON: judges every file, then writes all that is good in one step, or nothing. */
export async function importEngines(input: ImportInput, call: Call): Promise<ImportReport> {
  const project = await call.project();
  const given = await givenFiles(input, project);
  const { candidates, refused: misread } = readCandidates(given.files);
  const refused = [...given.refused, ...misread];
  const { engines: store } = project;
  const list = await store.list();
  const hashes = new Map(list.definitions.map(({ value, hash }) => [value.id, hash]));
  const plan = createPlan(input.on_conflict, hashes, takenIds(list));
  for (const candidate of candidates) plan.add(candidate);
  if (input.dry_run !== true) {
    const saved = await store.saveAll(plan.changes);
    for (const { value, change } of saved)
      if (change !== 'unchanged')
        call.app.events.publish({ event: `contextRuleEngine:${change}`, id: value.id });
  }
  return { imported: plan.imported, kept: plan.kept, refused: [...refused, ...plan.refused] };
}

interface GivenFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly refused: readonly FileProblem[];
}

/** The files themselves, or all JSON files below a folder. */
async function givenFiles({ files, folder }: ImportInput, project: OpenProject): Promise<GivenFiles> {
  if ((files === undefined) === (folder === undefined))
    throw new AppError('invalid_input', 'give either files or a folder to import');
  if (folder === undefined) return { files: files ?? [], refused: [] };
  const found = await atStorageBorder(`reading ${folder}`, () =>
    collectFiles(isAbsolute(folder) ? folder : join(project.path, folder), isJsonFile),
  );
  return { files: found.files.map(({ path, text }) => ({ name: path, text })), refused: found.refused };
}

const isJsonFile = (path: string): boolean => /\.json$/i.test(path);

function readCandidates(files: GivenFiles['files']): { candidates: Candidate[]; refused: FileProblem[] } {
  if (files.length > importLimits.files)
    throw new AppError(
      'too_large',
      `${files.length} files are too many; import at most ${importLimits.files} at once`,
    );
  const candidates: Candidate[] = [];
  const refused: FileProblem[] = [];
  for (const { name, text } of files) {
    const found = readFileOfEngines(name, text);
    candidates.push(...found.candidates);
    refused.push(...found.refused);
  }
  return { candidates, refused };
}

function readFileOfEngines(file: string, text: string): { candidates: Candidate[]; refused: FileProblem[] } {
  const refuse = (problem: Omit<FileProblem, 'file'>) => ({
    candidates: [],
    refused: [{ file, ...problem }],
  });
  if (Buffer.byteLength(text) > importLimits.fileBytes) return refuse({ reason: 'is larger than 10 MiB' });
  // A file's own mark of its encoding is no part of its JSON.
  const json = text.replace(/^\uFEFF/, '');
  const parsed = parseJson(json);
  if (parsed.kind === 'broken')
    return refuse({ line: parsed.line, column: parsed.column, reason: parsed.reason });
  const candidates: Candidate[] = [];
  const refused: FileProblem[] = [];
  for (const { path, value } of enginesIn(parsed.value)) {
    const checked = engineDraftSchema.safeParse(value);
    if (checked.success)
      candidates.push({ file, draft: value as EngineDraft }); // just checked; unknown keys are kept
    else {
      const [issue] = checked.error.issues;
      const [first] = problemsFromIssues(checked.error.issues);
      const place = positionOfPath(json, [...path, ...(issue?.path ?? [])]);
      refused.push({ file, ...place, reason: first?.message ?? 'is no engine' });
    }
  }
  return { candidates, refused };
}

/** A file holds one engine, a list of them, or a bundle `{ engines: [...] }`. */
function enginesIn(value: unknown): { path: PropertyKey[]; value: unknown }[] {
  if (Array.isArray(value)) return value.map((item, index) => ({ path: [index], value: item }));
  const bundle = isJsonObject(value) && value.rules === undefined ? value.engines : undefined;
  if (Array.isArray(bundle)) return bundle.map((item, index) => ({ path: ['engines', index], value: item }));
  return [{ path: [], value }];
}

interface ImportPlan extends ImportReport {
  readonly changes: DefinitionChange<ContextRuleEngine>[];
  add(candidate: Candidate): void;
}

/** Decides for each engine in turn what happens to it; an id is taken by the project or by one before. */
function createPlan(
  onConflict: ImportInput['on_conflict'],
  hashes: ReadonlyMap<string, string>,
  idsOfProject: readonly string[],
): ImportPlan {
  const taken = new Map(idsOfProject.map(id => [id.toLowerCase(), id]));
  const plan: ImportPlan = {
    changes: [],
    imported: [],
    kept: [],
    refused: [],
    add({ file, draft }) {
      const engine = completeEngine(draft, taken.values());
      const { name } = engine;
      const twin = taken.get(engine.id.toLowerCase());
      if (twin === undefined) return accept(engine, null, { id: engine.id, name, file, change: 'created' });
      if (onConflict === 'new_id') {
        const id = mintFrom(engine.id, 'engine', taken.values());
        const note = `"${engine.id}" is taken`;
        return accept({ ...engine, id }, null, { id, name, file, change: 'renamed', note });
      }
      const hash = hashes.get(engine.id);
      if (onConflict === 'keep')
        plan.kept.push({ id: engine.id, file, reason: `there is already an engine "${twin}"` });
      else if (hash === undefined || plan.changes.some(({ value }) => value.id === engine.id))
        plan.refused.push({
          file,
          reason: `"${engine.id}" cannot replace "${twin}": ${blockedReason(twin, engine.id)}`,
        });
      else accept(engine, hash, { id: engine.id, name, file, change: 'replaced' });
    },
  };
  return plan;

  function accept(
    engine: ContextRuleEngine,
    expected: string | null,
    entry: ImportReport['imported'][number],
  ): void {
    taken.set(engine.id.toLowerCase(), engine.id);
    plan.changes.push({ value: engine, expected });
    const notes = [entry.note, noteOf(engine)].filter(note => note !== undefined);
    plan.imported.push(notes.length === 0 ? entry : { ...entry, note: notes.join('; ') });
  }
}

const blockedReason = (twin: string, id: string): string =>
  twin === id
    ? 'its file cannot be read, or it came twice in this import'
    : 'the ids differ only in upper and lower case';

/** What the user should look at; it does not stop the import. */
function noteOf(engine: ContextRuleEngine): string | undefined {
  const problems = checkEngine(engine);
  const [first] = problems;
  return first === undefined ? undefined : `${problems.length} to look at: ${first.message}`;
}
