import { z } from 'zod';
import { conversationFormats } from '../model/conversation.ts';
import { messageSchema } from '../model/message.ts';
import { asName } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { shapeNames } from '../shapes/shape-names.ts';
import { importLimits } from './import-limits.ts';
import { procedure } from './procedure.ts';

export const conversationId = asName(z.string().min(1).max(200));
export const messages = z.array(messageSchema).max(100_000);
export const derivingProgress = z.object({
  /** Messages that are found by words only until they are embedded. */
  texts: z.int(),
  /** Conversations whose topics and entities are still to be found. */
  conversations: z.int(),
  /** Whether it is being made now. */
  working: z.boolean(),
});

/** How conversations come in, and how they go out. */
export const conversationFilesContract = {
  'conversations.import': procedure({
    summary: 'Imports conversations: messages, exports of other programs, transcripts; ends in a report.',
    access: 'write',
    project: true,
    input: z.strictObject({
      files: z
        .array(
          z.strictObject({
            name: asName(z.string().min(1).max(1000)),
            text: z.string().optional(),
            /** In place of `text`: the file in base64, an archive (zip) as programs give out their exports. */
            data: z.base64().optional(),
          }),
        )
        .max(importLimits.files)
        .optional(),
      /** Files or folders, full or relative to the project. */
      from: z.array(z.string().min(1)).max(importLimits.files).optional(),
      /** One conversation as it is. */
      messages: messages.optional(),
      /** Of the one conversation of `messages`; a new id when absent. */
      id: conversationId.optional(),
      /** Puts `messages` behind those of the conversation `id`, which is made where it is not there. */
      append: z.boolean().optional(),
      title: z.string().max(500).optional(),
      /** Recognized when absent. */
      format: z.enum(conversationFormats).optional(),
      /** `none`: found by words only. One that is named embeds before the answer; the configured one after it. */
      embedder: z.string().min(1).max(200).optional(),
      /** Finds topics and entities: true before the answer; after it when absent. */
      profiles: z.boolean().optional(),
      dry_run: z.boolean().optional(),
    }),
    output: z.object({
      imported: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          file: z.string(),
          format: z.enum(conversationFormats),
          messages: z.int(),
          change: z.enum(['created', 'replaced', 'unchanged']),
          notes: z.array(z.string()),
        }),
      ),
      refused: z.array(fileProblemSchema),
      /** What of archives was not looked at, as sentences. */
      notes: z.array(z.string()),
      /** What follows: in the background of a studio or server, or by `conversations.derive`. */
      waiting: derivingProgress,
    }),
    mcp: [
      {
        tool: 'conversation_import',
        set: 'conversations',
        destructive: true,
        description: 'Stores a conversation, or with append adds messages to one.',
        tells: { messages: '[{ id, index, role, parts }]', id: 'of what', append: 'adds them' },
      },
    ],
  }),
  'conversations.export': procedure({
    summary: 'Gives a conversation back: as it was imported, or as a body of another shape.',
    access: 'read',
    project: true,
    input: z.strictObject({
      conversation_id: conversationId,
      /** The one that it was imported in when absent; OpenAI's chat for one that was not imported from a file. */
      shape: z.enum(shapeNames).optional(),
    }),
    output: z.object({
      /** Absent where plain messages come back in words that are those of no shape. */
      shape: z.enum(shapeNames).optional(),
      body: z.unknown(),
      /** What of the conversation such a body cannot hold. */
      notes: z.array(z.string()),
    }),
  }),
};
