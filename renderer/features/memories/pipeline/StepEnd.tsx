import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Element } from '../../../../shared/model/element.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { t } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount, formatDecimal } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { elementTokens, type StepOutcome } from '../logic/step-results.ts';
import { useEstimator } from '../use-memories.ts';
import styles from './StepCard.module.css';

interface StepEndProps {
  readonly step: Step;
  readonly outcome: StepOutcome | undefined;
}

/** Under the form of a step: what it returned on the current sample, or why it failed. */
export function StepEnd({ step, outcome }: StepEndProps) {
  if (!outcome || repeatsForm(step)) return null;
  if (outcome.trace.error === undefined) return <StepResult outcome={outcome} />;
  return (
    <div className={styles.notice}>
      <Notice icon={TriangleAlert} title={t('This step failed')} tone="error">
        {outcome.trace.error}
      </Notice>
    </div>
  );
}

/** What is written out comes back as it stands in the form above, where it has no templates. */
function repeatsForm(step: Step): boolean {
  return stepKind(step.type).isWrittenOut === true && !JSON.stringify(step.params ?? {}).includes('${');
}

interface StepResultProps {
  readonly outcome: StepOutcome;
}

/** So many are shown before "more". */
const firstShown = 4;

/** What a step returned for the current sample: elements with score bars and tokens, or its text. */
function StepResult({ outcome }: StepResultProps) {
  const estimator = useEstimator();
  const { elements, text } = outcome;
  if (text !== undefined) return <pre className={styles.text}>{text === '' ? t('(empty text)') : text}</pre>;
  if (elements === undefined) return null;
  if (elements.length === 0) return <p className={styles.empty}>{t('No elements in this sample.')}</p>;
  return <ElementList elements={elements} estimator={estimator} total={outcome.trace.count} />;
}

interface ElementListProps {
  readonly elements: readonly Element[];

  readonly total: number;
  readonly estimator: string;
}

function ElementList({ elements, estimator, total }: ElementListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? elements : elements.slice(0, firstShown);
  const rest = elements.length - shown.length;
  const unseen = total - elements.length;
  return (
    <div className={styles.list}>
      <ul aria-label={t('Elements of this step')}>
        {shown.map((element, index) => (
          <ElementRow
            element={element}
            estimator={estimator}
            key={element.id ?? `${index} ${element.content}`}
          />
        ))}
      </ul>
      {rest > 0 || all ? (
        <div className={styles.more}>
          <Button onPress={() => setAll(!all)} variant="quiet">
            {all ? t('Show fewer') : t('{rest} more', { rest: rest + Math.max(0, unseen) })}
          </Button>
          {all && unseen > 0 ? (
            <span className={styles.tokens}> {t('and {unseen} that are not shown', { unseen })}</span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function ElementRow({ element, estimator }: { readonly element: Element; readonly estimator: string }) {
  const { score, content } = element;
  const title = element.title ?? element.source?.title;
  const isPlain = score === undefined && title === undefined;
  return (
    <li className={classNames(styles.element, score === undefined && styles.plain)}>
      {score === undefined ? null : (
        <Bar label={t('score {score}', { score: formatDecimal(score, 2) })} length={score} />
      )}
      <span className={styles.texts}>
        {isPlain ? null : (
          <span className={styles.title} title={title}>
            {heading(element, title)}
          </span>
        )}
        <span className={styles.content} title={content}>
          {content}
        </span>
      </span>
      <span className={styles.tokens} title={t('tokens')}>
        {formatCount(elementTokens(element, estimator))}
      </span>
    </li>
  );
}

/** Documents are told apart by path and heading, other elements by what they are called. */
function heading(element: Element, title: string | undefined): string {
  const ref = element.source?.kind === 'document' ? element.source.ref : undefined;
  return [ref, title].filter(Boolean).join(' · ') || (element.id ?? t('element'));
}
