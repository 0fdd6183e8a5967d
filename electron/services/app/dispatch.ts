import { contract, isProcedureName, type ProcedureName } from '../../../shared/contract/contract.ts';
import { AppError, type ErrorBody, type Reply } from '../../../shared/contract/errors.ts';
import { isLongProcedure } from '../../../shared/contract/long-work.ts';
import { type Procedure, takesRequest } from '../../../shared/contract/procedure.ts';
import { canonicalJson } from '../../../shared/model/canonical-json.ts';
import { checkShapeInStretches } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { changeNames } from '../../../shared/model/names.ts';
import { nearNames } from '../../../shared/model/near-names.ts';
import { type Problem, problemsFromIssues, sumUpProblems } from '../../../shared/model/problem.ts';
import { redact, searchSecrets, shortText } from '../../../shared/redaction/redact.ts';
import { redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { onceInFiles } from '../../storage/files/done-files.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { createPause } from '../../storage/pause.ts';
import { type Caller, neverCancelled } from '../project/call.ts';
import { withCallerThread } from '../project/caller-request.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import type { App, AppCall } from './app.ts';
import { brokenFileWarnings } from './broken-file-warnings.ts';
import { damageWarnings } from './damage-warnings.ts';
import { enginePorts } from './engine-ports.ts';
import { handlers } from './handlers.ts';
import { judgeJson } from './judge-json.ts';
import { idsUnderKey } from './keyed-calls.ts';
import { withheldWarnings } from './withheld-warnings.ts';

/** The one door: every shell's calls come through here, and every failure leaves here as a reply. */
export async function dispatch(
  app: App,
  caller: Caller,
  name: string,
  input: unknown,
): Promise<Reply<unknown>> {
  try {
    const call = () => answered(app, caller, name, input ?? {});
    if (caller.key === undefined || !isProcedureName(name) || contract[name].access === 'read')
      return await call();
    const asked = await digestOf(name, input ?? {});
    // What no procedure takes is refused there.
    if (asked === undefined) return await call();
    const nowMs = Date.parse(app.options.world.clock.nowIso());
    return await app.keyed.once({ key: caller.key, asked }, nowMs, call);
  } catch (error) {
    return { ok: false, error: await withoutSecrets(app, errorBody(app, name, error)) };
  }
}

/** What is asked, in 64 characters, whichever door it came through; undefined for what is too large or too deep. */
async function digestOf(name: ProcedureName, input: unknown): Promise<string | undefined> {
  const pause = createPause();
  if ((await judgeJson(input, pause)) !== undefined) return undefined;
  const text = await inStretches(canonicalJson(input, { keys: [] }), pause);
  return sha256(`${name} ${text}`);
}

async function answered(app: App, caller: Caller, name: string, input: unknown): Promise<Reply<unknown>> {
  try {
    return await answer(app, caller, name, input);
  } catch (error) {
    return { ok: false, error: await withoutSecrets(app, errorBody(app, name, error)) };
  }
}

async function answer(app: App, caller: Caller, name: string, input: unknown): Promise<Reply<unknown>> {
  if (!isProcedureName(name)) throw unknownProcedure(name);
  const procedure = contract[name];
  if (procedure.access === 'write' && caller.access !== 'write')
    throw new AppError('forbidden', `${name} writes, and this caller may only read`);
  await checkInput(name, input);
  const project = procedure.project ? await app.projects.require() : undefined;
  // Studio and user look at what they do not trust yet; to an agent its words would be instructions.
  if (project !== undefined && caller.door === 'mcp') refuseUntrusted(project);
  const generations: Generations = new Map();
  if (project !== undefined) await noteGeneration(generations, project);
  const call = callOf(app, caller, project, generations);
  const named = await withCleanNames(app, name, input);
  const asked = takesRequest(procedure) ? withThread(named, caller) : named;
  const work = async () =>
    isLongProcedure(name)
      ? app.work.run(name, call, async listed => callHandler(name, asked, listed))
      : callHandler(name, asked, call);
  const value = await (project === undefined ? work() : onceInFiles(project.folder, work));
  // What was asked for may have come from it also where no project is needed.
  const warnings = await warningsOf(app, name, input);
  const generation = generationAfter(generations, app.projects.held(), procedure);
  return {
    ok: true,
    value: await forCaller(app, caller, value),
    ...(generation !== undefined && { generation }),
    ...(warnings.length > 0 && { warnings: await forCaller(app, caller, warnings) }),
  };
}

/** Of the definitions that an answer is made from, as they were when their project was first asked. */
type Generations = Map<OpenProject, number | undefined>;

async function noteGeneration(generations: Generations, project: OpenProject): Promise<void> {
  if (generations.has(project)) return;
  // What cannot be read is told by what needs it.
  await project.refresh().catch(() => {});
  generations.set(project, project.generation());
}

/** Undefined where they changed while the answer was made; who writes changes them, and names what came of it. */
function generationAfter(
  generations: Generations,
  held: OpenProject | undefined,
  { access }: Procedure,
): number | undefined {
  const before = held && generations.get(held);
  if (before === undefined) return undefined;
  const after = held?.generation();
  return before === after || access === 'write' ? after : undefined;
}

/** What the answer may lack. */
async function warningsOf(app: App, name: ProcedureName, input: unknown): Promise<string[]> {
  const held = app.projects.held();
  const reports = (await held?.content.damage()) ?? [];
  return [
    ...damageWarnings(name, reports),
    ...(await brokenFileWarnings(name, input, held)),
    ...(await withheldWarnings(name, input, held)),
  ];
}

/** Names are kept and shown as they are, so a secret in one is no part of it from here on. */
async function withCleanNames(app: App, name: ProcedureName, input: unknown): Promise<unknown> {
  const clean = await cleanNames(name, input);
  const isClean = clean.input === input && clean.refusal === undefined;
  if (isClean || !(await looksForPatterns(app))) return input;
  if (clean.refusal !== undefined) throw clean.refusal;
  return clean.input;
}

/** Nothing reaches an agent as it is, definitions neither, which the user and programs edit and therefore get whole. */
async function forCaller<Value>(app: App, caller: Caller, value: Value): Promise<Value> {
  return caller.door === 'mcp' && (await looksForPatterns(app)) ? withoutPatterns(value) : value;
}

/** What was refused is said again in the refusal. */
async function withoutSecrets(app: App, error: ErrorBody): Promise<ErrorBody> {
  return (await looksForPatterns(app)) ? withoutPatterns(error) : error;
}

const withoutPatterns = <Value>(value: Value): Promise<Value> =>
  redactValueInStretches(value, 'pattern_only', createPause());

/** Where the configuration cannot be asked, secrets are looked for. */
async function looksForPatterns(app: App): Promise<boolean> {
  const mode = await redactionModeOf(app.projects.held()).catch(() => 'both');
  return mode === 'pattern_only' || mode === 'both';
}

/** `opened` is the project for all of the call, where the procedure needs one. */
function callOf(
  app: App,
  caller: Caller,
  opened: OpenProject | undefined,
  generations: Generations,
): AppCall {
  const { options, events, projects, regexes, compiled, redact } = app;
  const { world, logger, shell } = options;
  const noted = async (project: OpenProject) => {
    await noteGeneration(generations, project);
    return project;
  };
  return {
    app,
    caller,
    cancel: caller.cancel ?? neverCancelled,
    world: caller.key === undefined ? world : { ...world, mintId: idsUnderKey(caller.key) },
    logger,
    publish: events.publish,
    // A shell without a surface lasts only where agents talk to it.
    stays: shell !== 'none' || caller.door === 'mcp',
    regexes,
    compiled,
    redact,
    ports: project => enginePorts(app, project),
    project: async () => opened ?? noted(await projects.require()),
    projectIfOpen: async () => {
      const current = await projects.current();
      return current && noted(current);
    },
  };
}

/** What the door knows of the thread, told to every procedure that takes a request alike. */
function withThread(input: unknown, caller: Caller): unknown {
  return isJsonObject(input) ? { ...input, request: withCallerThread(input.request, caller) } : input;
}

function callHandler(name: ProcedureName, input: unknown, call: AppCall): unknown {
  // The union of all handlers takes the intersection of all inputs; the input was just checked against this one's schema.
  const handler = handlers[name] as (input: unknown, call: AppCall) => unknown;
  return handler(input, call);
}

/** The value itself is handed on, not zod's copy: unknown keys must survive, also `__proto__`. */
async function checkInput(name: ProcedureName, input: unknown): Promise<void> {
  const pause = createPause();
  const judged = await judgeJson(input, pause);
  if (judged !== undefined) throw invalidInput(name, [judged]);
  const checked = await checkShapeInStretches<unknown>(contract[name].input, input, pause);
  if (!checked.ok) throw invalidInput(name, problemsFromIssues(checked.issues));
}

function invalidInput(name: string, errors: readonly Problem[]): AppError {
  const what = sumUpProblems(errors, 'it is not what the procedure takes');
  return new AppError('invalid_input', `${name} cannot use this input: ${what}`, { errors });
}

function unknownProcedure(name: string): AppError {
  const near = nearNames(name, Object.keys(contract));
  const shown = JSON.stringify(name.slice(0, 100));
  const hint =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : '/openapi.json of "weft serve" has all';
  return new AppError('not_found', `there is no procedure ${shown}; ${hint}`, { near });
}

function errorBody(app: App, name: string, error: unknown): ErrorBody {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return details === undefined ? { code, message } : { code, message, details };
  }
  // Our own mistake: the caller gets an id to quote, the log what happened.
  const id = app.options.world.mintId();
  const stack = error instanceof Error ? error.stack : String(error);
  app.options.logger.error('a procedure failed', { id, procedure: name, stack });
  return {
    code: 'internal',
    message: `something went wrong inside Weft; the log has it under ${id}`,
    details: { id },
  };
}

const longestId = 1_000;

/** An input whose names may be kept and shown; `refusal` where a new id holds a secret. */
interface CleanNames {
  readonly input: unknown;
  readonly refusal?: AppError;
}

/**
 * In a name that holds a secret its hash stands in its place, so that equal names stay equal and others stay apart. Without
 * such a name it is the same input.
 */
async function cleanNames(name: ProcedureName, input: unknown): Promise<CleanNames> {
  const { access, input: schema } = contract[name];
  const refusals: AppError[] = [];
  const changed = changeNames(schema, input, function* (text, whenSecret, path) {
    // No id is that long: it is refused for that.
    if (whenSecret === 'refused' && text.length > longestId) return text;
    const { findings } = text.length <= shortText ? redact(text) : yield* searchSecrets(text, 'pattern_only');
    if (findings.length === 0) return text;
    if (whenSecret === 'replaced') return yield* withHashes(text, findings);
    // Who reads what is called so already may.
    if (access === 'write') refusals.push(refusedId(path, findings));
    return text;
  });
  const clean = await inStretches(changed, createPause());
  const [refusal] = refusals;
  return { input: clean, ...(refusal !== undefined && { refusal }) };
}

function refusedId(path: string, findings: Findings): AppError {
  const kinds = findings.map(({ kind }) => kind).join(', ');
  return new AppError(
    'invalid_input',
    `${path} looks like a secret (${kinds}), and ids are kept and shown as they are; choose another`,
    { path, kinds },
  );
}

type Findings = ReturnType<typeof redact>['findings'];

function* withHashes(text: string, findings: Findings): Generator<void, string> {
  const parts: string[] = [];
  const state = { end: 0 };
  for (const { kind, start, end } of findings) {
    const told = sha256(text.slice(start, end)).slice(0, 8);
    parts.push(text.slice(state.end, start), `[REDACTED:${kind}#${told}]`);
    state.end = end;
    yield;
  }
  return parts.join('') + text.slice(state.end);
}
