import { z } from 'zod';
import { idSchema } from './id.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { asNewId } from './names.ts';

/**
 * A named request to preview assembly with, stored in `.codebolt/weft/samples/<id>.json`.
 * The request is judged when it is used, so that a half-written one can be kept.
 */
export const sampleSchema = z.looseObject({
  id: asNewId(idSchema),
  name: z.string().min(1).max(300),
  description: z.string().optional(),
  request: z.custom<JsonObject>(isJsonObject, 'must be an object'),
});
export type Sample = z.infer<typeof sampleSchema>;
