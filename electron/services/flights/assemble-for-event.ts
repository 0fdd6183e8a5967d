import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FlightEntry, FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { assembleServed } from '../assembly/assembly.ts';
import { configOf } from '../project/config.ts';
import { asData } from './as-data.ts';
import { type FlightPast, scopeOf, type WholeCall } from './flight-past.ts';

/** What is said before the text. */
const origin = 'rules of the project';

export async function assembled(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  return assemble(event, { event: event.event }, past.recent, call, event.prompt ?? '');
}

/** The rules that speak of a file are asked when the agent has read or changed it; what it has already is not told again. */
export async function assembledForFiles(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const file = scopeOf(event);
  if (file === undefined) return undefined;
  return assemble(event, { event: event.event, tool: event.tool ?? '', file }, past.recent, call);
}

async function assemble(
  event: ToldEvent,
  variables: JsonObject,
  recent: readonly FlightEntry[],
  call: WholeCall,
  input?: string,
): Promise<FlightGiven | undefined> {
  const { permission_mode } = event;
  const { hook_tokens } = await configOf(await call.project());
  const max_tokens = Math.max(1, hook_tokens - asData(origin, '').tokens);
  const request = {
    scope_variables: {
      agent: { agent_name: event.agent, agent_type: event.agent_type ?? event.agent },
      thread: { thread_id: event.session_id },
      project: { project_path: (await call.project()).path },
    },
    additional_variables: {
      ...(await folderVariables((await call.project()).path, recent)),
      ...variables,
      ...(permission_mode !== undefined && { permission_mode }),
    },
    ...(input !== undefined && { input }),
    constraints: { max_tokens, count: 'rendered' as const, deadline_ms: 500 },
  };
  // Whatever the door, what a hook tells is its agent's.
  const context = await assembleServed(request, 'agent', call);
  // A prompt begins a turn with all that applies; within it only what is new is told.
  const told = input === undefined ? lastTold(recent) : new Set<string>();
  const memories = memoriesIn(context);
  if (memories.length === 0 || memories.every(id => told.has(id))) return undefined;
  const shown = withoutMemories(context, told);
  const given = asData(origin, renderContext(shown, { format: 'markdown' }));
  const rules = context.trace.rules_applied.map(({ engine_id, rule_id }) => `${engine_id}/${rule_id}`);
  return { ...given, memories: memories.filter(id => !told.has(id)), rules, request };
}

/** The memories that were given since the last compaction. */
function lastTold(recent: readonly FlightEntry[]): Set<string> {
  const from = recent.findLastIndex(
    ({ event }) => event === 'after_compaction' || event === 'before_compaction',
  );
  return new Set(recent.slice(from + 1).flatMap(({ given }) => given?.memories ?? []));
}

const memoriesIn = ({ context }: AssembledContext): string[] =>
  [...new Set(Object.values(context).flatMap(items => items.map(({ memory_id }) => memory_id)))].toSorted(
    compareCodeUnits,
  );

function withoutMemories(context: AssembledContext, told: ReadonlySet<string>): AssembledContext {
  const left = Object.entries(context.context).map(([section, items]) => [
    section,
    items.filter(({ memory_id }) => !told.has(memory_id)),
  ]);
  return { ...context, context: Object.fromEntries(left) };
}

/** Files at the top of a folder that say which languages are written there. */
const signs: Readonly<Record<string, string>> = {
  'tsconfig.json': 'typescript',
  'package.json': 'javascript',
  'pyproject.toml': 'python',
  'requirements.txt': 'python',
  'setup.py': 'python',
  'Cargo.toml': 'rust',
  'go.mod': 'go',
  'pom.xml': 'java',
  'build.gradle': 'java',
  'build.gradle.kts': 'kotlin',
  Gemfile: 'ruby',
  'composer.json': 'php',
  'CMakeLists.txt': 'c++',
  'Package.swift': 'swift',
};

/** What rules may ask of the folder: `branch`, `languages`, and the files that the session has changed. */
async function folderVariables(project: string, recent: readonly FlightEntry[]): Promise<JsonObject> {
  const branch = await branchOf(project).catch(() => undefined);
  const names = await readdir(project).catch((): string[] => []);
  const languages = [...new Set(names.flatMap(name => (Object.hasOwn(signs, name) ? [signs[name]] : [])))];
  const changed = recent
    .filter(({ tool = '' }) => toolKindOf(tool) === 'change')
    .flatMap(({ files = [] }) => files)
    .map(file => (file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file));
  return {
    ...(branch !== undefined && { branch }),
    languages: languages.toSorted(),
    changed_files: [...new Set(changed)],
  };
}

/** As `.git/HEAD` names it; no program of git is started. */
async function branchOf(project: string): Promise<string | undefined> {
  const head = await locateInside(project, join(project, '.git/HEAD'));
  if (head.kind !== 'found') return undefined;
  const file = await readTextFile(head.path);
  return file.kind === 'text' ? /^ref: refs\/heads\/(.+)$/m.exec(file.text)?.[1] : undefined;
}
