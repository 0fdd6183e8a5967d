import { useMemo } from 'react';
import { chars4 } from '../../../../shared/model/chars4.ts';
import { type MadeShapeName, madeShapeNames, shapeLabels } from '../../../../shared/shapes/shape-names.ts';
import { showError } from '../../../stores/toasts.ts';
import { t, told } from '../../../texts/texts.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select, type SelectOption } from '../../../ui/Select.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import { type ConversationsView, setConversationsView, useConversationsView } from '../conversations-view.ts';
import { type Assembled, usePlan } from '../kept-plan.ts';
import { layerLooks } from '../layer-looks.ts';
import { Planning } from '../Planning.tsx';
import { CacheLine, CacheSummary } from './CacheSummary.tsx';
import styles from './PromptTab.module.css';

/** What a model is sent, to the letter: the system prompt by its layers, and the messages. */
export function PromptTab({ conversationId }: { readonly conversationId: string }) {
  const { assembled } = usePlan(conversationId);
  if (assembled === undefined) return <Planning conversationId={conversationId} />;
  const { budget, metadata, system_prompt, messages, request } = assembled;
  return (
    <div className={styles.page}>
      <PanelHeader
        actions={<CopyButton label={t('Copy system prompt')} onError={showError} text={system_prompt} />}
        title={t('System prompt · {system_prompt} tokens', {
          system_prompt: chars4(system_prompt),
        })}
      />
      {metadata.sections.length === 0 ? (
        <p className={styles.none}>
          {t(
            'Nothing goes into the system prompt: no memory has the tag identity or preferences, the message names no topic and no entity, and the history is shown whole.',
          )}
        </p>
      ) : null}
      {metadata.sections.map(section => (
        <Section
          key={section.layer}
          section={section}
          given={budget.layers[section.layer].allocated}
          tokens={metadata.layer_tokens[section.layer] ?? 0}
        />
      ))}
      <CacheSummary cache={metadata.prompt_cache} />
      <PanelHeader
        actions={
          <>
            <ShapeChoice />
            <CopyButton
              label={request === undefined ? t('Copy JSON') : t('Copy request')}
              onError={showError}
              text={() => JSON.stringify(request ?? messages, undefined, 2)}
            />
          </>
        }
        title={t('{messages} · {total_tokens} tokens in all', {
          messages: formatCounted(messages.length, 'message'),
          total_tokens: metadata.total_tokens,
        })}
      />
      {request === undefined ? (
        <SentMessages cache={metadata.prompt_cache} messages={messages} system_prompt={system_prompt} />
      ) : (
        <RequestText request={request} />
      )}
    </div>
  );
}

const plain = 'messages';
const shapeOptions: readonly SelectOption<MadeShapeName | typeof plain>[] = [
  { value: plain, label: t('Plain messages'), description: t('Roles and texts') },
  ...madeShapeNames.map(value => ({ value, label: told(shapeLabels[value]) })),
];

/** In whose shape the prompt is shown: with calls, results and media, as that provider takes them. */
function ShapeChoice() {
  const shape = useConversationsView(selectShape);
  return (
    <Select
      label={t('Shape')}
      labelHidden
      onChange={value => setConversationsView({ shape: value === plain ? undefined : value })}
      options={shapeOptions}
      value={shape ?? plain}
    />
  );
}

const selectShape = (view: ConversationsView) => view.shape;
const linesAtOnce = 200;

/** A request to the letter, drawn as far as it is looked at. */
function RequestText({ request }: { readonly request: unknown }) {
  const lines = useMemo(() => JSON.stringify(request, undefined, 2).split('\n'), [request]);
  const { shown, end } = useGrowing(lines, linesAtOnce, 'div');
  return (
    <section aria-label={t('Request')} className={styles.request}>
      <pre>{shown.join('\n')}</pre>
      {end}
    </section>
  );
}

interface SectionProps {
  readonly section: Assembled['metadata']['sections'][number];
  /** Counted on its text. */
  readonly tokens: number;
  readonly given: number;
}

function Section({ section, tokens, given }: SectionProps) {
  const { id, label, color } = layerLooks[section.layer];
  return (
    <section aria-label={`${id} ${label}`} className={styles.section}>
      <div className={styles.head}>
        <span aria-hidden className={styles.dot} style={{ background: color }} />
        <code>{id}</code>
        <strong>{label}</strong>
        <span className={styles.tokens}>{t('{tokens} of {given} tokens', { tokens, given })}</span>
      </div>
      <p className={styles.text}>{section.text}</p>
    </section>
  );
}

const drawnAtOnce = 60;

interface SentMessagesProps extends Pick<Assembled, 'messages' | 'system_prompt'> {
  readonly cache: Assembled['metadata']['prompt_cache'];
}

function SentMessages({ cache, messages, system_prompt: prompt }: SentMessagesProps) {
  const { shown, end } = useGrowing(messages, drawnAtOnce);
  return (
    <ol className={styles.messages}>
      {shown.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message of the array has no other identity than its place.
        <li className={styles.entry} key={at}>
          {at > 0 && at === cache.kept_messages ? <CacheLine broken={cache.broken} /> : null}
          <div className={styles.message}>
            <span className={styles.role}>{told(role)}</span>
            <span className={styles.content}>
              {content === prompt ? t('The system prompt above.') : content}
            </span>
            <span className={styles.tokens}>{formatCounted(chars4(content), 'token')}</span>
          </div>
        </li>
      ))}
      {end}
    </ol>
  );
}
