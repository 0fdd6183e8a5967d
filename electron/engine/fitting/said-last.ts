import { AppError } from '../../../shared/contract/errors.ts';
import type { Entry, KeptEntry, Shape } from '../../../shared/shapes/shape.ts';

/** A body at whose end the user says a text: in an entry of its own, or in that of the user where roles must alternate. Exports and transcripts say what was said, and are sent to nobody. */
export function saidLast(shape: Shape, body: unknown, text: string): unknown {
  if (!shape.isSent)
    throw new AppError(
      'unsupported',
      'text: this request is a record of a talk and is not sent; leave text out',
    );
  const { entries } = shape.read(body);
  const last = entries.at(-1);
  const said = shape.tell(text, last?.source);
  const written = (own: readonly Entry[], end: unknown) =>
    shape.write(body, [
      ...own.map(({ source }, position): KeptEntry => ({ source, position })),
      { source: end },
    ]);
  if (last?.role !== 'user' || shape.join === undefined) return written(entries, said);
  const [entry] = shape.read(written([], said)).entries;
  return written(entries.slice(0, -1), entry === undefined ? said : shape.join(last, entry).source);
}
