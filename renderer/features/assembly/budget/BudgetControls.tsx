import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { asRequest } from '../../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import type { ExactEstimator } from '../../../../shared/model/request.ts';
import { call } from '../../../api/call.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { selectCharsEstimate } from '../../../stores/chars-estimate.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { projectPlace } from '../../../stores/places.ts';
import { previewInput, setTokenLimit, usePreview, withConstraints } from '../../../stores/preview.ts';
import { selectSampleId, useWorkspace } from '../../../stores/workspace.ts';
import { inSentence, t } from '../../../texts/texts.ts';
import { BudgetSlider } from '../../../ui/BudgetSlider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import styles from './BudgetControls.module.css';
import { cliffWords, nextWords, otherStrategyWords, strategyNames, strategyWords } from './budget-words.ts';

interface BudgetControlsProps {
  readonly budget: Budget;
  readonly result: AssembledContext;
}

/** The limit as figure, slider and field, with what it means below. */
export function BudgetControls({ budget, result }: BudgetControlsProps) {
  const sampleId = useWorkspace(selectSampleId);
  const { limit, sampleLimit, used, max, sections, cliffs } = budget;
  const ticks = useMemo(
    () => cliffs.map(cliff => ({ limit: cliff.limit, label: cliffWords(cliff) })),
    [cliffs],
  );
  return (
    <div className={styles.controls}>
      <div className={styles.head}>
        <p className={styles.figures}>
          <strong className={styles.used}>{formatCount(used)}</strong>
          {limit === undefined ? t(' tokens, no limit') : t(' of {limit} tokens', { limit })}
        </p>
        <div className={styles.field}>
          <FieldPlace value={{ at: projectPlace('budget') }}>
            <NumberField
              label={t('Limit in tokens')}
              labelHidden
              limits={{ min: 1, isWhole: true }}
              onChange={setTokenLimit}
              placeholder={t('no limit')}
              value={limit}
            />
          </FieldPlace>
        </div>
      </div>
      <BudgetSlider
        cliffs={ticks}
        limit={limit}
        max={max}
        onChange={setTokenLimit}
        sections={sections}
        used={used}
      />
      {limit === sampleLimit ? null : (
        <div className={styles.row}>
          <Button icon={Undo2} onPress={() => setTokenLimit(undefined)}>
            {sampleLimit === undefined ? t('No limit') : t('Back to {sampleLimit}', { sampleLimit })}
          </Button>
          {limit !== undefined && sampleId !== undefined ? (
            <Button onPress={() => saveLimit(sampleId, limit)} variant="quiet">
              {t('Keep in the sample')}
            </Button>
          ) : null}
        </div>
      )}
      <BudgetFacts budget={budget} result={result} />
    </div>
  );
}

interface BudgetFactsProps {
  readonly budget: Budget;
  readonly result: AssembledContext;
}

/** Both counts, the smallest limit that keeps everything, the strategy and what the other one would do. */
function BudgetFacts({ budget, result }: BudgetFactsProps) {
  const { needed, limit, strategy, counts } = budget;
  const tokens = useTokenCounts(result);
  const next = nextWords(budget);
  const other = otherStrategyWords(budget);
  return (
    <dl className={styles.facts}>
      <Fact name={t('Counted by')}>
        <span className={styles.count}>
          {tokens.tokenizer} {figure(tokens.exact)}
        </span>{' '}
        · <span className={styles.count}>{t('chars/4 {chars4}', { chars4: figure(tokens.chars4) })}</span>
        {counts === 'rendered' ? t(' · the budget counts the rendered text') : ''}
      </Fact>
      <Fact name={t('Keeps everything')}>
        {counts === 'rendered' ? t('depends on the rendered text') : t('{needed} tokens', { needed })}
        {counts === 'items' && limit !== undefined && limit < needed ? (
          <Button onPress={() => setTokenLimit(needed)} variant="quiet">
            {t('Set this limit')}
          </Button>
        ) : null}
      </Fact>
      <Fact name={t('Strategy {strategy}', { strategy: inSentence(strategyNames[strategy]) })}>
        {strategyWords[strategy]} {other}
      </Fact>
      {next === undefined ? null : <Fact name={t('Lower')}>{next}</Fact>}
    </dl>
  );
}

interface TokenCounts {
  /** By `chars4`. */
  readonly chars4: number | undefined;
  /** By the exact tokenizer; undefined until it has answered. */
  readonly exact: number | undefined;
  readonly tokenizer: string;
}

const exactEstimator: ExactEstimator = 'o200k_base';
/** While a limit is dragged or a rule is typed, only the last state is counted again. */
const debounceMs = 250;

/** The tokens of what is in the context, by both ways of counting; the second is asked for only while it is shown. */
function useTokenCounts(result: AssembledContext): TokenCounts {
  const chars4 = usePreview(selectCharsEstimate);
  const [counted, setCounted] = useState<{ result: AssembledContext; exact: number }>();
  const isExact = result.meta.estimator !== 'chars4';
  useEffect(() => {
    if (isExact) return;
    const asked = { current: true };
    const timer = setTimeout(() => {
      countExactly(result).then(
        exact => asked.current && exact !== undefined && setCounted({ result, exact }),
        () => undefined, // the figure stays away; the assembly itself reports what failed
      );
    }, debounceMs);
    return () => {
      asked.current = false;
      clearTimeout(timer);
    };
  }, [result, isExact]);
  if (isExact) return { chars4, exact: itemTokens(result), tokenizer: result.meta.estimator };
  return { chars4, exact: counted?.result === result ? counted.exact : undefined, tokenizer: exactEstimator };
}

/** Counts the items of this very result: without a limit, so that the other way of counting cuts none of them. */
async function countExactly(result: AssembledContext): Promise<number | undefined> {
  const { sampleId } = useWorkspace.getState();
  const input = previewInput(useDocuments.getState(), sampleId, undefined);
  if (!input) return undefined;
  const counted = { estimator: exactEstimator, max_tokens: Number.MAX_SAFE_INTEGER };
  const request = asRequest(withConstraints(input.request, counted));
  const other = await call('assembly.preview', { ...input, request });
  const kept = new Set(itemsOf(result).map(item => item.id));
  return itemsOf(other).reduce((sum, item) => sum + (kept.has(item.id) ? item.tokens : 0), 0);
}

function itemTokens(result: AssembledContext): number {
  return itemsOf(result).reduce((sum, item) => sum + item.tokens, 0);
}

function itemsOf(result: AssembledContext) {
  return Object.values(result.context).flatMap(items => items ?? []);
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

function figure(tokens: number | undefined): string {
  return tokens === undefined ? '…' : formatCount(tokens);
}

/** Writes the limit of the slider into the sample's request, as one undo step. */
function saveLimit(sampleId: string, limit: number): void {
  edit(t('set token limit'), draft => {
    const sample = draft.samples[sampleId];
    if (!sample) return;
    const constraints = isJsonObject(sample.request.constraints) ? sample.request.constraints : {};
    sample.request = { ...sample.request, constraints: { ...constraints, max_tokens: limit } };
  });
  setTokenLimit(undefined);
}
