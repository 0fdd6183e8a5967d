import { z } from 'zod';
import { asName } from '../model/names.ts';
import { bundleSchema, entitySchema, predictionSchema, topicSchema } from '../model/profile.ts';
import { nothing, procedure } from './procedure.ts';

const name = asName(z.string().min(1).max(200));
const isoTime = z.iso.datetime({ offset: true });

/** Topics, entities, and texts that are compiled of them ahead: docs/reference/conversations.md. */
export const topicsContract = {
  'topics.list': procedure({
    summary: 'Topics, most important first.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ topics: z.array(topicSchema) }),
    mcp: [{ tool: 'topic_list', set: 'conversations', tells: {} }],
  }),
  'topics.save': procedure({
    summary: 'Writes a topic, in place of the one with its slug.',
    access: 'write',
    project: true,
    input: z.strictObject({ topic: topicSchema }),
    output: z.object({ topic: topicSchema }),
  }),
  'topics.delete': procedure({
    summary: 'Deletes a topic.',
    access: 'write',
    project: true,
    input: z.strictObject({ slug: name }),
    output: z.object({ deleted: z.string() }),
  }),
  'entities.list': procedure({
    summary: 'Entities, most important first.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ entities: z.array(entitySchema) }),
  }),
  'entities.save': procedure({
    summary: 'Writes an entity, in place of the one with its id.',
    access: 'write',
    project: true,
    input: z.strictObject({ entity: entitySchema }),
    output: z.object({ entity: entitySchema }),
  }),
  'entities.delete': procedure({
    summary: 'Deletes an entity.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: name }),
    output: z.object({ deleted: z.string() }),
  }),
  'bundles.list': procedure({
    summary: 'Compiled texts with their age, hits and misses.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ bundles: z.array(bundleSchema), hits: z.int(), misses: z.int() }),
  }),
  'bundles.rebuild': procedure({
    summary: 'Compiles anew what is dirty or expired, or the given ones in any case.',
    access: 'write',
    project: true,
    input: z.strictObject({ ids: z.array(name).max(1000).optional() }),
    output: z.object({ rebuilt: z.array(z.string()) }),
  }),
  'presence.update': procedure({
    summary: 'Says where a user is: device, conversations in sight, local time, since when idle.',
    access: 'write',
    project: true,
    input: z.strictObject({
      device_id: name,
      active_conversation_id: name.optional(),
      visible_conversation_ids: z.array(name).max(100).optional(),
      /** The device's own clock with its offset; the server's time when absent. */
      local_time: isoTime.optional(),
      idle_since: isoTime.optional(),
    }),
    output: z.object({ heartbeat_at: z.string() }),
  }),
  'presence.predict': procedure({
    summary: 'What a user is likely to turn to next, most likely first.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** The device that was heard of last when absent. */
      device_id: name.optional(),
    }),
    output: z.object({ predictions: z.array(predictionSchema) }),
  }),
};
