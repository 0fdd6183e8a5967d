import { contract, isProcedureName } from '../../../shared/contract/contract.ts';
import { AppError, type Reply } from '../../../shared/contract/errors.ts';
import { endOfText } from '../../../shared/model/parse-json.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { findLoss, findRounded } from '../../storage/files/json-text.ts';
import { createPause } from '../../storage/pause.ts';

/**
 * What is stored is kept as it was sent or not at all, by the rule of files. What is asked and forgotten is none: an
 * assembly goes on with a number that was rounded, waits for nothing, and has what is returned as a warning.
 */
export function refuseLoss(
  procedure: string,
  text: string,
  value: unknown,
): Promise<string | undefined> | string | undefined {
  const loss = lossInInput(procedure, text, value);
  return loss === undefined ? roundedIn(text) : loss.then(refuse);
}

function refuse(loss: string | undefined): undefined {
  if (loss !== undefined) throw new AppError('invalid_input', loss);
}

/** The first number that was rounded, with its path: who writes is refused before. Most texts have none that is as long. */
export const roundedIn = (text: string): string | undefined =>
  /[[:,]\s*-?\d{16}/.test(text) ? findRounded(text) : undefined;

/** An answer with what was rounded of its question, beside what it may lack. */
export const withRounded = (reply: Reply<unknown>, rounded: string | undefined): Reply<unknown> =>
  reply.ok && rounded !== undefined ? { ...reply, warnings: [...(reply.warnings ?? []), rounded] } : reply;

/** The same for who answers by itself: what would be lost, if anything. */
export function lossInInput(
  procedure: string,
  text: string,
  value: unknown,
): Promise<string | undefined> | undefined {
  if (!isProcedureName(procedure) || contract[procedure].access === 'read') return undefined;
  return lossOf(text, value);
}

/**
 * What the value lacks of the JSON text that it was read from, with its place: the digits of a number, or one of two that
 * have the same key. Only a text that can have such is looked at closely.
 */
export async function lossOf(text: string, value: unknown): Promise<string | undefined> {
  if (!(await inStretches(mayLose(text, value), createPause()))) return undefined;
  const loss = findLoss(text);
  return loss && `line ${loss.line}, column ${loss.column}: ${loss.reason}`;
}

/** Letters and objects that are counted without a stop, which takes about a millisecond. */
const stretch = 16_384;

/** Integers of fewer digits are all kept. */
const longDigits = 16;

/**
 * Whether the value of a JSON text may lack something of it: an object that names a key twice has one of both, and of
 * many digits the last ones become others. `value`: what the text was parsed to.
 */
export function* mayLose(text: string, value: unknown): Generator<void, boolean> {
  const written = yield* glanceAt(text);
  return written.hasLongNumber || written.members !== (yield* countMembers(value));
}

/** Each member has a colon, and no other stands outside of texts. */
function* glanceAt(
  text: string,
): Generator<void, { readonly members: number; readonly hasLongNumber: boolean }> {
  let [members, digits, next] = [0, 0, stretch];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    // Of a fraction nobody expects all digits.
    if (letter < 0x30 || letter > 0x39) digits = letter === 0x2e ? Number.NEGATIVE_INFINITY : 0;
    else digits += 1;
    if (digits === longDigits) return { members, hasLongNumber: true };
    if (letter === 0x22) at = endOfText(text, at) - 1;
    else if (letter === 0x3a) members += 1;
    if (at < next) continue;
    next = at + stretch;
    yield;
  }
  return { members, hasLongNumber: false };
}

function* countMembers(root: unknown): Generator<void, number> {
  const objects: object[] = isObject(root) ? [root] : [];
  let count = 0;
  let seen = 0;
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    const inner: readonly unknown[] = Array.isArray(object) ? object : Object.values(object);
    if (!Array.isArray(object)) count += inner.length;
    for (const value of inner) if (isObject(value)) objects.push(value);
    seen += 1;
    if (seen % stretch === 0) yield;
  }
  return count;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
