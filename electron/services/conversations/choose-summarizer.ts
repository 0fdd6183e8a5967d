import { AppError } from '../../../shared/contract/errors.ts';
import type { Config } from '../../../shared/model/config.ts';
import { createChatSummarizer } from '../../engine/conversation/chat-summarizer.ts';
import { extractiveSummarizer } from '../../engine/conversation/extractive-summarizer.ts';
import type { Summarizer } from '../../engine/conversation/summarizer.ts';
import type { World } from '../project/world.ts';

/** Summarizers that can be used here. */
export const summarizerIds = ({ chat }: World): string[] => [
  extractiveSummarizer.id,
  ...(chat === undefined ? [] : [chat.id]),
];

/** The named summarizer, the configured one when none is named; `unsupported` for one that is not here. */
export function chooseSummarizer(
  world: World,
  id: string | undefined,
  { summarizer }: Pick<Config, 'summarizer'>,
): Summarizer {
  if (id === undefined) return summarizer === 'extractive' ? extractiveSummarizer : chatOrBuiltIn(world);
  if (id === extractiveSummarizer.id) return extractiveSummarizer;
  if (id === world.chat?.id) return createChatSummarizer(world.chat);
  const known = summarizerIds(world).join(', ');
  throw new AppError('unsupported', `there is no summarizer "${id}" here; there are: ${known}`);
}

/** A project may ask for an endpoint, and where it lies is the machine's to say; without one nothing is refused. */
function chatOrBuiltIn({ chat }: World): Summarizer {
  if (chat !== undefined) return createChatSummarizer(chat);
  const warning =
    'the configured summarizer needs an endpoint (WEFT_SUMMARIZER_URL and WEFT_SUMMARIZER_MODEL); the built-in one wrote instead';
  return { ...extractiveSummarizer, warnings: () => [warning] };
}
