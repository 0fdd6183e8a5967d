import { z } from 'zod';
import { asName } from './names.ts';

/** One part of a message: a block (`block.ts`), or what another program wrote, which is kept. Texts and code have a `text`. */
export const messagePartSchema = z.looseObject({ type: z.string().max(100), text: z.string().optional() });
export type MessagePart = z.infer<typeof messagePartSchema>;

/** A message of a conversation. `index` is its position, from 0. */
export const messageSchema = z.looseObject({
  id: asName(z.string().min(1).max(200)),
  index: z.int().min(0),
  role: z.string().min(1).max(100),
  author: z.string().max(200).optional(),
  parts: z.union([z.string(), z.array(messagePartSchema)]),
  /** ISO 8601. */
  created_at: z.string().max(100).optional(),
});
export type Message = z.infer<typeof messageSchema>;
