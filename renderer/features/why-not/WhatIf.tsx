import { Check, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { call, errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { edit, selectWorking, useDocuments } from '../../stores/documents.ts';
import { applyEdit, type Documents, findRule } from '../../stores/history.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { heardOverlay, setTokenLimit, usePreview, withConstraints } from '../../stores/preview.ts';
import { asHeard } from '../../stores/solo.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './WhyNotDialog.module.css';

/** One change that may put it there: of the request, a rule, a memory or the budget. */
export interface PossibleChange {
  readonly words: readonly string[];
  /** Makes it in a draft of the documents. */
  readonly make: (draft: Documents) => void;
  /** Puts the limit that was dragged here as well. */
  readonly limit?: number | undefined;
}

interface WhatIfProps {
  readonly changes: readonly PossibleChange[];
  readonly sampleId: string;
}

/** Changes, the smallest first; each is tried without being made, and kept as one undoable step. */
export function WhatIf({ changes, sampleId }: WhatIfProps) {
  const before = useAssembledBefore(sampleId);
  if (changes.length === 0) return null;
  return (
    <section className={styles.group}>
      <PanelHeader level="label" title={t('The smallest change')} />
      <ul aria-label={t('The smallest change')} className={styles.possible}>
        {changes.map(change => (
          <OneChange before={before} change={change} key={change.words.join('\n')} sampleId={sampleId} />
        ))}
      </ul>
    </section>
  );
}

/** The limit that was dragged, which stands above the sample's and is in no document. */
export const draggedLimit = (): number | undefined => usePreview.getState().limitOverride;

/** The request as what is in sight was made of it: under the limit that was dragged, or that is tried. */
export const underDraggedLimit = (request: JsonObject, limit = draggedLimit()): JsonObject =>
  limit === undefined ? request : withConstraints(request, { max_tokens: limit });

type Tried =
  | { readonly state: 'asked' }
  | { readonly state: 'told'; readonly lines: readonly string[] }
  | { readonly state: 'failed'; readonly message: string };

/** The context as everything is: asked once, for all that is tried until something is edited. */
function useAssembledBefore(sampleId: string): () => Promise<AssembledContext> {
  const working = useDocuments(selectWorking);
  return useMemo(() => {
    const held: { answer?: Promise<AssembledContext> | undefined } = {};
    const request = asRequest(underDraggedLimit(working.samples[sampleId]?.request ?? {}));
    return () => {
      held.answer ??= call('assembly.preview', { request, overlay: heardOverlay(useDocuments.getState()) });
      held.answer.catch(() => {
        held.answer = undefined;
      });
      return held.answer;
    };
  }, [working, sampleId]);
}

interface OneChangeProps {
  readonly before: () => Promise<AssembledContext>;
  readonly change: PossibleChange;
  readonly sampleId: string;
}

function OneChange({ before, change, sampleId }: OneChangeProps) {
  const [tried, setTried] = useState<Tried>();
  const attempt = () => {
    setTried({ state: 'asked' });
    whatIf(change, sampleId, before).then(
      lines => setTried({ state: 'told', lines }),
      error => setTried({ state: 'failed', message: errorBody(error).message }),
    );
  };
  return (
    <li className={styles.possibleOne}>
      <div className={styles.changes}>
        {change.words.map(word => (
          <p key={word}>{word}</p>
        ))}
      </div>
      {tried?.state === 'failed' ? <p role="alert">{tried.message}</p> : null}
      {tried?.state === 'asked' ? <p aria-busy>{t('Trying it…')}</p> : null}
      {tried?.state === 'told' ? (
        <ul aria-label={t('What else would change')} className={styles.told}>
          {tried.lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.possibleActions}>
        <Button icon={Play} onPress={attempt} {...(tried === undefined && { variant: 'primary' })}>
          {t('What if?')}
        </Button>
        {tried?.state === 'told' ? (
          <Button icon={Check} onPress={() => keep(change)} variant="primary">
            {t('Keep it')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** Leaves the question for what the change did: one step, with Undo. */
function keep({ make, words, limit }: PossibleChange): void {
  // A limit that was dragged is in no document.
  offerUndo(words.join('. '), () => edit(t('keep what was tried'), make));
  if (limit !== undefined) setTokenLimit(limit);
  closeDialog();
}

/** Both assemblies at once: as everything is, and as it would be. Nothing is written. */
async function whatIf(
  { make, limit }: PossibleChange,
  sampleId: string,
  asIs: () => Promise<AssembledContext>,
): Promise<string[]> {
  const state = useDocuments.getState();
  const { working } = state;
  const next = applyEdit(state, { label: '', recipe: make }, 0).working;
  const overlay = heardOverlay(state);
  const others = <One extends { readonly id: string }>(
    kept: readonly One[] | undefined,
    before: Readonly<Record<string, One>>,
    after: Readonly<Record<string, One>>,
  ) => {
    const changed = Object.values(after).filter(one => before[one.id] !== one);
    return [...(kept ?? []).filter(one => changed.every(({ id }) => id !== one.id)), ...changed];
  };
  const changed = {
    ...overlay,
    engines: others(overlay.engines, asHeard(working.engines), asHeard(next.engines)),
    memories: others(overlay.memories, working.memories, next.memories),
  };
  const tried = underDraggedLimit(next.samples[sampleId]?.request ?? {}, limit);
  const [before, after] = await Promise.all([
    asIs(),
    call('assembly.preview', { request: asRequest(tried), overlay: changed }),
  ]);
  return differences(before, after);
}

/** What of a context would be there and is not, what would go, and what it would cost. */
function differences(before: AssembledContext, after: AssembledContext): string[] {
  const [was, is] = [itemsOf(before), itemsOf(after)];
  const come = [...is].filter(([id]) => !was.has(id));
  const gone = [...was].filter(([id]) => !is.has(id));
  const told = [
    ...perMemory(come).map(([memory, count]) =>
      t('{memory}: {items} more', { memory, items: formatCounted(count, 'item') }),
    ),
    ...perMemory(gone).map(([memory, count]) =>
      t('{memory}: {items} fewer', { memory, items: formatCounted(count, 'item') }),
    ),
  ];
  const tokens = t('{before} → {after} tokens', {
    before: before.meta.token_estimate,
    after: after.meta.token_estimate,
  });
  return [...(told.length === 0 ? [t('Nothing in the context would change.')] : told), tokens];
}

const itemsOf = ({ context }: AssembledContext): ReadonlyMap<string, string> =>
  new Map(
    Object.values(context).flatMap(items => (items ?? []).map(item => [item.id, item.memory_id] as const)),
  );

function perMemory(items: readonly (readonly [string, string])[]): [string, number][] {
  return [...Map.groupBy(items, ([, memory]) => memory)].map(([memory, of]) => [memory, of.length]);
}

const nameOfRule = (engineId: string, ruleId: string): string =>
  findRule(useDocuments.getState().working, { engineId, ruleId })?.name ?? ruleId;

export const unmute = (engineId: string, ruleId: string): PossibleChange => ({
  words: [t('Unmute the rule “{rule}”', { rule: nameOfRule(engineId, ruleId) })],
  make: draft => {
    const rule = findRule(draft, { engineId, ruleId });
    if (rule) delete rule.enabled;
  },
});

export const turnEngineOn = (engineId: string): PossibleChange => ({
  words: [
    t('Turn the engine {engine} on', {
      engine: useDocuments.getState().working.engines[engineId]?.name ?? engineId,
    }),
  ],
  make: draft => {
    const engine = draft.engines[engineId];
    if (engine) engine.enabled = true;
  },
});

/** The rule asks for less: it fires in other requests as well, which the sample does not tell. */
export const withoutConditions = (
  engineId: string,
  ruleId: string,
  places: readonly number[],
): PossibleChange => ({
  words: [
    t('Take {count|a condition|conditions} from the rule “{rule}”: it fires more often then', {
      count: places.length,
      rule: nameOfRule(engineId, ruleId),
    }),
  ],
  make: draft => {
    const rule = findRule(draft, { engineId, ruleId });
    if (rule) rule.when = rule.when.filter((_, place) => !places.includes(place));
  },
});
