import { z } from 'zod';
import { idPattern, isId } from './id-name.ts';

/** Id of a memory, engine, sample or test: letters, digits, `_`, `-`; at most 64; no device names. */
export const idSchema = z
  .string()
  .refine(
    isId,
    'must be 1-64 letters, digits, "_" or "-", start and end with a letter or digit, and be no device name',
  )
  .meta({ pattern: idPattern.source });
