import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { absent, type Parameter, parametersOf } from './parameter-places.ts';

/** What is known of a procedure beside its schema, so that its parameters can be tried. */
export interface Trial {
  /** A good call. */
  readonly input: unknown;
  /** By the path of a parameter: what tells more than values made of the schema. */
  readonly hints?: Readonly<Record<string, Hint>>;
  /** What else shows what became of it. */
  readonly looks?: readonly (readonly [ProcedureName, unknown])[];
}

export interface Hint {
  readonly values?: readonly unknown[];
  /** Keys of the input besides; `absent` takes one away. */
  readonly given?: object;
}

/** What a call came to; equal inputs come to the same. */
export interface Observed {
  /** Undefined where the input itself was refused, which says nothing about what a parameter does. */
  readonly reply: string | undefined;
  /** What reads says afterwards; to be asked before the next call. */
  readonly after: (whom: Exclude<Listened, 'reply'>) => Promise<string>;
}

/** To what is listened: the reply, what reads in the procedure's own group, or all that reads. Each takes longer. */
const listening = ['reply', 'group', 'all'] as const;
type Listened = (typeof listening)[number];

export type Observe = (name: string, input: unknown) => Promise<Observed>;

/** The procedures of the contract with what they take. */
export const procedureParameters: readonly (readonly [ProcedureName, Parameter[]])[] = (
  Object.keys(contract) as ProcedureName[]
) // its own keys
  .map(name => [name, parametersOf(contract[name].input)]);

/**
 * The parameters of a procedure that change nothing, whatever their value: neither its reply nor what is read after it.
 */
export async function deafParameters(
  name: string,
  parameters: readonly Parameter[],
  trial: Trial | undefined,
  observe: Observe,
): Promise<string[]> {
  if (trial === undefined) return parameters.map(({ path }) => `${name} has no example for ${path}`);
  const goodText = JSON.stringify(trial.input);
  const good = new Map<Listened, string | undefined>();
  const unsteady: string[] = [];
  const deaf: string[] = [];
  for (const parameter of parameters) {
    const inputs = inputsFor(parameter, trial);
    if (!(await isHeard(inputs, parameter))) deaf.push(`${name}: ${parameter.path}`);
  }
  return unsteady.length > 0 ? unsteady : deaf;

  async function isHeard(inputs: readonly unknown[], parameter: Parameter): Promise<boolean> {
    for (const whom of listening) if (await differ(inputs, parameter, whom)) return true;
    return false;
  }

  async function asked(input: unknown, whom: Listened): Promise<string | undefined> {
    const { reply, after } = await observe(name, input);
    return reply === undefined || whom === 'reply' ? reply : `${reply} ${await after(whom)}`;
  }

  /** The good call is made twice, once for all: what differs by itself would pass for an effect. */
  async function answerTo(input: unknown, whom: Listened): Promise<string | undefined> {
    if (JSON.stringify(input) !== goodText) return asked(input, whom);
    if (!good.has(whom)) {
      const [first, second] = [await asked(input, whom), await asked(input, whom)];
      if (first !== second)
        unsteady.push(`${name} answers differently each time: ${firstDifference(`${first}`, `${second}`)}`);
      good.set(whom, second);
    }
    return good.get(whom);
  }

  async function differ(inputs: readonly unknown[], parameter: Parameter, whom: Listened): Promise<boolean> {
    const given = inputs.map(input => parameter.get(input));
    const answers = new Set<string>();
    for (const input of inputs) {
      const answer = await answerTo(input, whom);
      if (answer === undefined) continue;
      answers.add(withoutEcho(name, answer, given));
      if (answers.size > 1) return true;
    }
    return false;
  }
}

function firstDifference(left: string, right: string): string {
  const at = [...left].findIndex((letter, place) => letter !== right[place]);
  return `${left.slice(Math.max(0, at - 60), at + 60)} <> ${right.slice(Math.max(0, at - 60), at + 60)}`;
}

/** The inputs that differ in the parameter alone. */
export function inputsFor(parameter: Parameter, { input, hints = {} }: Trial): unknown[] {
  const { values = parameter.values, given = {} } = hints[parameter.path] ?? {};
  const keys = Object.entries({ ...(isJsonObject(input) ? input : {}), ...given });
  const base = Object.fromEntries(keys.filter(([, value]) => value !== absent));
  return [base, ...values.map(value => parameter.put(base, value))];
}

/** Whoever only says again what was asked has not heard it; what is written is there to be said again. */
function withoutEcho(name: string, answer: string, given: readonly unknown[]): string {
  if (contract[name as ProcedureName].access === 'write') return answer;
  const texts = given.filter(value => typeof value === 'string' && value !== '');
  return texts.reduce<string>((left, text) => left.replaceAll(`"${String(text)}"`, '"…"'), answer);
}
