import { z } from 'zod';
import { asName } from './names.ts';

/**
 * What something in a store is found by: 1 to 200 UTF-16 units. Half a character is refused: stores keep UTF-8, which
 * has none, so that two such names would become one and the second write would take the place of the first.
 */
export const storedNameSchema = asName(
  z.string().min(1).max(200).refine(isWhole, 'holds half a character; write it out'),
);

/** Whether a text has no half of a character that UTF-16 writes in two. */
export function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
