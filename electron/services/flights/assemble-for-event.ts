import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { findRepository } from '../../storage/git/find-repository.ts';
import { assembleServed } from '../assembly/assembly.ts';
import { configOf } from '../project/config.ts';
import { ruleHandlers } from '../rules/rules.ts';
import { asData } from './as-data.ts';
import { type FlightPast, inTime, type WholeCall } from './flight-past.ts';
import { toldBefore } from './follow-flight.ts';
import type { Telling } from './tell-once.ts';

/** What is said before the text. */
const origin = 'rules of the project';

/** A prompt begins a turn with all that applies. */
export async function assembled(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const request = await requestFor(event, past, call, { event: event.event });
  const max_tokens = await tokensFor(call);
  const served = await assemble({ ...request, input: event.prompt ?? '' }, max_tokens, call);
  return givenOf([served], new Set());
}

/** Of a patch of very many files the rest is asked when the agent has to do with it again: it waits for the answer. */
const patienceMs = 250;

/** The rules that speak of a file are asked when the agent has read or changed it; what it has already is not told again. */
export async function assembledForFiles(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
): Promise<Telling | undefined> {
  const { files } = past.place;
  if (files.length === 0) return undefined;
  const request = await requestFor(event, past, call, { event: event.event, tool: event.tool ?? '' });
  const told = toldBefore(past.flight, event);
  const all: Served[] = [];
  let left = await tokensFor(call);
  for (const file of inTime(files, patienceMs, call)) {
    const ofThisFile = { file, file_path: file, query: past.task ?? file };
    const additional_variables = { ...request.additional_variables, ...ofThisFile };
    const ofFile = { ...request, additional_variables };
    if (left < 1) break;
    if (files.length > 1 && !(await addsNews(ofFile, told, call))) continue;
    const served = await assemble(ofFile, left, call);
    const part = served(told);
    if (part === undefined) continue;
    all.push(served);
    for (const memory of part.memories) told.add(memory);
    left -= chars4(part.text);
  }
  return known => givenOf(all, known);
}

type EventRequest = Awaited<ReturnType<typeof requestFor>>;

async function requestFor(
  { session_id, agent, agent_type, permission_mode }: ToldEvent,
  { flight, place }: FlightPast,
  call: WholeCall,
  variables: JsonObject,
) {
  const { path } = await call.project();
  return {
    scope_variables: {
      agent: { agent_name: agent, agent_type: agent_type ?? agent },
      thread: { thread_id: session_id },
      project: { project_path: path },
    },
    additional_variables: {
      ...(await folderVariables(place.copy)),
      changed_files: [...(flight?.changed ?? [])],
      ...variables,
      ...(permission_mode !== undefined && { permission_mode }),
    },
  };
}

async function tokensFor(call: WholeCall): Promise<number> {
  const { hook_tokens } = await configOf(await call.project());
  return Math.max(1, hook_tokens - asData(origin, '').tokens);
}

/** Whether rules add a memory that was not told, which takes a fraction of assembling. */
async function addsNews(request: EventRequest, told: ReadonlySet<string>, call: WholeCall): Promise<boolean> {
  const { matchedMemories } = await ruleHandlers['rules.evaluate']({ request }, call);
  return matchedMemories.some(id => !told.has(id));
}

interface ServedPart {
  readonly text: string;
  readonly memories: string[];
  readonly rules: string[];
  readonly request: unknown;
}

/** What of a context was not told, where there is any. */
type Served = (told: ReadonlySet<string>) => ServedPart | undefined;

async function assemble(
  asked: EventRequest & { readonly input?: string },
  max_tokens: number,
  call: WholeCall,
): Promise<Served> {
  const request = { ...asked, constraints: { max_tokens, count: 'rendered' as const, deadline_ms: 500 } };
  // Whatever the door, what a hook tells is its agent's.
  const context = await assembleServed(request, 'agent', call);
  const all = memoriesIn(context);
  return told => {
    const memories = all.filter(id => !told.has(id));
    if (memories.length === 0) return undefined;
    return {
      text: renderContext(withoutMemories(context, told), { format: 'markdown' }),
      memories,
      rules: context.trace.rules_applied.map(({ engine_id, rule_id }) => `${engine_id}/${rule_id}`),
      request,
    };
  };
}

function givenOf(all: readonly Served[], told: ReadonlySet<string>): FlightGiven | undefined {
  const known = new Set(told);
  const parts = all.flatMap(served => {
    const part = served(known);
    for (const memory of part?.memories ?? []) known.add(memory);
    return part ?? [];
  });
  const [first] = parts;
  if (first === undefined) return undefined;
  return {
    ...asData(origin, parts.map(({ text }) => text).join('\n\n')),
    memories: parts.flatMap(({ memories }) => memories),
    rules: [...new Set(parts.flatMap(({ rules }) => rules))],
    // What is asked again to see why, is asked for one of them.
    request: first.request,
  };
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

/** What rules may ask of the folder: `branch` and `languages`. */
async function folderVariables(project: string): Promise<JsonObject> {
  const branch = await branchOf(project).catch(() => undefined);
  const names = await readdir(project).catch((): string[] => []);
  const languages = [...new Set(names.flatMap(name => (Object.hasOwn(signs, name) ? [signs[name]] : [])))];
  return { ...(branch !== undefined && { branch }), languages: languages.toSorted() };
}

/** As HEAD of the repository around the project names it, a worktree's own included; no program of git is started. */
async function branchOf(project: string): Promise<string | undefined> {
  const { gitFolder } = await findRepository(project);
  const head = await locateInside(gitFolder, join(gitFolder, 'HEAD'));
  if (head.kind !== 'found') return undefined;
  const file = await readTextFile(head.path);
  const branch = file.kind === 'text' ? /^ref: refs\/heads\/(.+)$/m.exec(file.text)?.[1] : undefined;
  return branch === keptElsewhere ? undefined : branch;
}

/** What git writes there where it keeps branches in tables. */
const keptElsewhere = '.invalid';
