import { X } from 'lucide-react';
import type { Fact } from '../../../../shared/model/profile.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatDecimal } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import styles from './FactsField.module.css';

interface FactsFieldProps {
  readonly facts: readonly Fact[];
  readonly onChange: (facts: Fact[]) => void;
}

/** What is known, each with how surely. */
export function FactsField({ facts, onChange }: FactsFieldProps) {
  const replace = (at: number, more: Partial<Fact>) =>
    onChange(facts.map((fact, index) => (index === at ? { ...fact, ...more } : fact)));
  return (
    <div className={styles.facts}>
      <PanelHeader level="label" title={t('Facts · {count}', { count: facts.length })} />
      {facts.map(({ text, confidence }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no other identity than its place.
        <div className={styles.fact} key={at}>
          <TextArea
            label={t('Fact {at}', { at: at + 1 })}
            labelHidden
            onChange={next => replace(at, { text: next })}
            rows={2}
            value={text}
          />
          <div className={styles.line}>
            <span>{t('sure')}</span>
            <Slider
              label={t('Confidence of fact {at}', { at: at + 1 })}
              max={1}
              min={0}
              onChange={next => replace(at, { confidence: next })}
              step={0.05}
              value={confidence}
            />
            <span className={styles.figure}>{formatDecimal(confidence, 2)}</span>
            <IconButton
              icon={X}
              name={t('Remove fact {at}', { at: at + 1 })}
              onPress={() => onChange(facts.filter((_, index) => index !== at))}
              size="s"
            />
          </div>
        </div>
      ))}
      <Button adds onPress={() => onChange([...facts, { text: '', confidence: 1 }])} variant="quiet">
        {t('Add fact')}
      </Button>
    </div>
  );
}
