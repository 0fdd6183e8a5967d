import { contract, isProcedureName, type ProcedureName } from '../../shared/contract/contract.ts';
import { AppError, type ErrorBody, type Reply } from '../../shared/contract/errors.ts';
import { takesRequest } from '../../shared/contract/procedure.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { nearNames } from '../../shared/model/near-names.ts';
import { type Problem, problemsFromIssues, sumUpProblems } from '../../shared/model/problem.ts';
import type { App } from './app.ts';
import { type Call, type Caller, neverCancelled } from './call.ts';
import { withCallerThread } from './caller-request.ts';
import { damageWarnings } from './damage-warnings.ts';
import { handlers } from './handlers.ts';
import { judgeJson } from './judge-json.ts';
import { refuseUntrusted } from './project-trust.ts';
import { createTurns } from './turns.ts';

/** The one door: every shell's calls come through here, and every failure leaves here as a reply. */
export async function dispatch(
  app: App,
  caller: Caller,
  name: string,
  input: unknown,
): Promise<Reply<unknown>> {
  try {
    return await answer(app, caller, name, input ?? {});
  } catch (error) {
    return { ok: false, error: errorBody(app, name, error) };
  }
}

async function answer(app: App, caller: Caller, name: string, input: unknown): Promise<Reply<unknown>> {
  if (!isProcedureName(name)) throw unknownProcedure(name);
  const procedure = contract[name];
  if (procedure.access === 'write' && caller.access !== 'write')
    throw new AppError('forbidden', `${name} writes, and this caller may only read`);
  await checkInput(name, input);
  const call: Call = {
    app,
    caller,
    cancel: caller.cancel ?? neverCancelled,
    project: () => app.projects.require(),
  };
  if (procedure.project) {
    const project = await call.project();
    // Studio and user look at what they do not trust yet; to an agent its words would be instructions (T11).
    if (caller.door === 'mcp') refuseUntrusted(project);
  }
  const value = await callHandler(name, takesRequest(procedure) ? withThread(input, caller) : input, call);
  // What was asked for may have come from it also where no project is needed.
  const reports = (await app.projects.held()?.content.damage()) ?? [];
  const warnings = damageWarnings(name, reports);
  return { ok: true, value, ...(warnings.length > 0 && { warnings }) };
}

/** What the door knows of the thread, told to every procedure that takes a request alike. */
function withThread(input: unknown, caller: Caller): unknown {
  return isJsonObject(input) ? { ...input, request: withCallerThread(input.request, caller) } : input;
}

function callHandler(name: ProcedureName, input: unknown, call: Call): unknown {
  // The union of all handlers takes the intersection of all inputs; the input was just checked against this one's schema.
  const handler = handlers[name] as (input: unknown, call: Call) => unknown;
  return handler(input, call);
}

/** The value itself is handed on, not zod's copy: unknown keys must survive, also `__proto__` (R2). */
async function checkInput(name: ProcedureName, input: unknown): Promise<void> {
  const judged = await judgeJson(input, createTurns());
  if (judged !== undefined) throw invalidInput(name, [judged]);
  const checked = checkShape<unknown>(contract[name].input, input);
  if (!checked.ok) throw invalidInput(name, problemsFromIssues(checked.issues));
}

function invalidInput(name: string, errors: readonly Problem[]): AppError {
  const what = sumUpProblems(errors, 'it is not what the procedure takes');
  return new AppError('invalid_input', `${name} cannot use this input: ${what}`, { errors });
}

function unknownProcedure(name: string): AppError {
  const near = nearNames(name, Object.keys(contract));
  const shown = JSON.stringify(name.slice(0, 100));
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see the list of procedures';
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
