import { z } from 'zod';
import { bundleTypes } from './layer-budget.ts';
import { asName, asNewId } from './names.ts';
import { entityTypes, proficiencies } from './profile-words.ts';

const share = z.number().min(0).max(1);
const smallId = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'must be 1-64 small letters, digits, "-"');
const label = z.string().min(1).max(200);
const isoTime = z.iso.datetime({ offset: true });

/** Something known, and how surely (0 to 1). */
const factSchema = z.strictObject({ text: z.string().min(1).max(2000), confidence: share });
export type Fact = z.infer<typeof factSchema>;

/** A topic's conversation, and how much it is about the topic (0 to 1). */
const topicLinkSchema = z.strictObject({
  conversation_id: asName(z.string().min(1).max(200)),
  relevance: share,
});

/** What the user works on again and again. */
export const topicSchema = z.strictObject({
  slug: asNewId(smallId),
  label,
  aliases: z.array(label).max(100),
  parent: asName(z.string().max(64)).optional(),
  domain: z.string().min(1).max(100),
  summary: z.string().max(20_000).optional(),
  facts: z.array(factSchema).max(200),
  importance: share,
  proficiency: z.enum(proficiencies),
  /** The hour of the day (0 to 23) at which it is worked on most. */
  peak_hour: z.int().min(0).max(23).optional(),
  conversations: z.array(topicLinkSchema).max(1000),
  /** Messages that speak of it. */
  mentions: z.int().min(0),
  first_at: isoTime.optional(),
  last_at: isoTime.optional(),
});
export type Topic = z.infer<typeof topicSchema>;

/** Somebody or something that is spoken of. */
export const entitySchema = z.strictObject({
  id: asNewId(smallId),
  name: label,
  type: z.enum(entityTypes),
  aliases: z.array(label).max(100),
  relationship: z.string().max(200).optional(),
  facts: z.array(factSchema).max(200),
  /** -1 to 1. */
  sentiment: z.number().min(-1).max(1),
  importance: share,
  mentions: z.int().min(0),
  first_at: isoTime.optional(),
  last_at: isoTime.optional(),
});
export type Entity = z.infer<typeof entitySchema>;

/** A text that is compiled once and used until it expires or what it is made of changes. */
export const bundleSchema = z.object({
  /** `<type>:<key>`. */
  id: z.string(),
  type: z.enum(bundleTypes),
  /** The topic's slug, the entity's or conversation's id; empty where there is only one. */
  key: z.string(),
  text: z.string(),
  tokens: z.int(),
  /** What it was made of. */
  composition: z.array(z.string()),
  version: z.int(),
  dirty: z.boolean(),
  priority: z.number(),
  compiled_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  uses: z.int(),
  hits: z.int(),
  misses: z.int(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** What a message is about, and how that was found. */
export const detectionSchema = z.object({
  kind: z.enum(['topic', 'entity']),
  /** The topic's slug or the entity's id. */
  key: z.string(),
  label: z.string(),
  confidence: z.number(),
  by: z.enum(['meaning', 'conversation', 'mention']),
});
export type Detection = z.infer<typeof detectionSchema>;

/** What the user is likely to turn to next. */
export const predictionSchema = z.object({
  kind: z.enum(['conversation', 'topic', 'entity']),
  key: z.string(),
  /** 0 to 1. */
  likelihood: z.number(),
  reasons: z.array(z.string()),
});
export type Prediction = z.infer<typeof predictionSchema>;
