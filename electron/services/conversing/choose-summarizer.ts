import { AppError } from '../../../shared/contract/errors.ts';
import { createChatSummarizer } from '../../engine/conversation/chat-summarizer.ts';
import { extractiveSummarizer } from '../../engine/conversation/extractive-summarizer.ts';
import type { Summarizer } from '../../engine/conversation/summarizer.ts';
import type { World } from '../world.ts';

/** Summarizers that can be used here (C8). */
export const summarizerIds = ({ chat }: World): string[] => [
  extractiveSummarizer.id,
  ...(chat === undefined ? [] : [chat.id]),
];

/** The named summarizer, the built-in one when none is named; `unsupported` for one that is not here. */
export function chooseSummarizer(world: World, id: string | undefined): Summarizer {
  if (id === undefined || id === extractiveSummarizer.id) return extractiveSummarizer;
  if (id === world.chat?.id) return createChatSummarizer(world.chat);
  const known = summarizerIds(world).join(', ');
  throw new AppError('unsupported', `there is no summarizer "${id}" here; there are: ${known}`);
}
