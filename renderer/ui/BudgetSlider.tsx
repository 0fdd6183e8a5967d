import { type Section, sectionTitles } from '../../shared/model/section.ts';
import { t } from '../texts/texts.ts';
import { StackedBar } from './Bar.tsx';
import styles from './BudgetSlider.module.css';
import { Slider } from './Slider.tsx';
import { sectionLooks } from './sections.ts';

interface BudgetSliderProps {
  /** The limit in force; without one the thumb stands at the right end. */
  readonly limit: number | undefined;
  readonly used: number;
  /** Tokens at the right end of the track. */
  readonly max: number;
  readonly sections: readonly { readonly section: Section; readonly tokens: number }[];
  /** Limits below which an item leaves. */
  readonly cliffs: readonly { readonly limit: number; readonly label: string }[];
  readonly onChange: (limit: number) => void;
}

/** What each section takes of the budget, over a slider for the limit; both on one scale. */
export function BudgetSlider({ limit, used, max, sections, cliffs, onChange }: BudgetSliderProps) {
  const parts = sections.map(({ section, tokens }) => ({
    id: section,
    label: t('{section}, {tokens} tokens', {
      section: t(sectionTitles[section]),
      tokens,
    }),
    amount: tokens,
    color: sectionLooks[section].color,
  }));
  return (
    <div className={styles.budget}>
      <StackedBar label={t('{used} tokens used', { used })} parts={parts} total={max} />
      <Slider
        label={t('Token limit')}
        max={max}
        min={0}
        onChange={next => onChange(Math.max(1, next))}
        ticks={cliffs.map(cliff => ({ at: cliff.limit, label: cliff.label }))}
        value={limit ?? max}
      />
    </div>
  );
}
