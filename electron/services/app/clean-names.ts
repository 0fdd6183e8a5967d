import { contract, type ProcedureName } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { changeNames } from '../../../shared/model/names.ts';
import { redact, searchSecrets, shortText } from '../../../shared/redaction/redact.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { createTurns } from '../../storage/turns.ts';

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
export async function cleanNames(name: ProcedureName, input: unknown): Promise<CleanNames> {
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
  const clean = await inStretches(changed, createTurns());
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
