import type { Element } from '../../../shared/model/element.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { contentOf } from './element-value.ts';
import { resultElements, type StepResult } from './step-result.ts';

/** A step may return at most this many elements. */
export const maxElements = 100_000;
/** ... and texts of at most this many UTF-16 units in all: 16 Mi. */
export const maxResultLength = 16 * 1024 * 1024;

/** What a pipeline cannot go on with; `code` ends up in the trace. */
export class PipelineError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PipelineError';
    this.code = code;
  }
}

/**
 * Stores stand outside the engine: what they return is checked, not believed. Elements without a text get one.
 * Throws `PipelineError` `wrong_result` or `too_large`.
 */
export function checkResult(result: StepResult): StepResult {
  if (result.kind !== 'elements') {
    checkSize(resultElements(result));
    return result;
  }
  if (!Array.isArray(result.elements))
    throw new PipelineError('wrong_result', 'the step returned something that is no list');
  // A copy, so that a store may go on with its own list.
  const elements = result.elements.map(checkElement);
  checkSize(elements);
  return { ...result, elements };
}

function checkElement(value: unknown): Element {
  if (!isJsonObject(value))
    throw new PipelineError('wrong_result', 'the step returned something that is no element');
  return typeof value.content === 'string' ? (value as Element) : { ...value, content: contentOf(value) }; // its text is what makes it one
}

/** Throws `PipelineError` `too_large` for more elements than a step may return, or than `most`. */
export function checkCount(count: number, most = maxElements): void {
  if (count > most)
    throw new PipelineError('too_large', `the step returned ${count} elements; at most ${most} are taken`);
}

function checkSize(elements: readonly Element[]): void {
  checkCount(elements.length);
  let length = 0;
  for (const { content } of elements) length += content.length;
  if (length > maxResultLength)
    throw new PipelineError(
      'too_large',
      `the step returned ${length} characters; at most ${maxResultLength} are taken`,
    );
}
