import type { Output } from '../../shared/contract/contract.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { compareSegments, type PromptSegment } from '../engine/conversation/prompt-segments.ts';
import { alignColumns, grouped } from './columns.ts';
import type { Line } from './terminal.ts';

type Assembled = Output<'conversations.assemble'>;
type Compared = Pick<
  Assembled['metadata']['prompt_cache'],
  'previous_tokens' | 'kept_tokens' | 'new_tokens' | 'invalidated_tokens' | 'invalidated' | 'broken'
>;

/** What a provider's cache holds of a prompt, and by what the rest was lost. */
export function describeCache(cache: Compared): Line[] {
  const { previous_tokens: previous, kept_tokens: kept, new_tokens: fresh, invalidated_tokens: lost } = cache;
  const rows = cache.invalidated.map(({ what, tokens }) => [what, grouped(tokens)]);
  return [
    `cache        ${grouped(kept)} of ${grouped(kept + fresh)} tokens kept, ${grouped(fresh)} new`,
    `before       ${previous === null ? 'no prompt' : `${grouped(previous)} tokens, ${grouped(lost)} of them invalidated`}`,
    `breaks       ${cache.broken === null ? 'nowhere' : `${cache.broken.why} (${cache.broken.by})`}`,
    ...(rows.length === 0
      ? []
      : alignColumns([{ title: 'invalidated' }, { title: 'tokens', align: 'right' }], rows)),
    '',
  ];
}

/** What a conversation's prompt costs by the table of prices. */
export function describeCost({ cost }: Assembled['metadata']['prompt_cache']): Line[] {
  if (cost === null) return ['cost         no price is known'];
  return [
    `cost         ${cost.cached.toFixed(6)}, without a cache ${cost.uncached.toFixed(6)} (${cost.model})`,
  ];
}

/** How far a context begins like another, item by item. */
export const compareContexts = (before: AssembledContext, now: AssembledContext): Compared =>
  compareSegments(segmentsOf(before), segmentsOf(now), false);

const segmentsOf = ({ context }: AssembledContext): PromptSegment[] =>
  Object.entries(context).flatMap(([section, items]) =>
    items.map(({ content, tokens, memory_id }, at) => ({
      what: `${section}: ${memory_id}`,
      hash: `${section} ${content}`,
      tokens,
      at,
    })),
  );

/** A prompt as text, with the line where the cache ends. */
export function promptText({ messages, metadata }: Assembled, withLine: boolean): string {
  const { kept_messages: kept } = metadata.prompt_cache;
  const texts = messages.map(({ role, content }) => `[${role}]\n${content}`);
  if (withLine && kept > 0 && kept < texts.length) texts.splice(kept, 0, '--- the cache ends here ---');
  return `${texts.join('\n\n')}\n`;
}
