import { Trash2 } from 'lucide-react';
import type { Input } from '../../../../shared/contract/contract.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './AlternativesField.module.css';

type Alternatives = NonNullable<Input<'ledger.decide'>['alternatives']>;

interface AlternativesFieldProps {
  readonly alternatives: Alternatives;
  readonly onChange: (alternatives: Alternatives) => void;
}

/** Ways that were not taken, each with the reason; what speaks for and against them, a line each. */
export function AlternativesField({ alternatives, onChange }: AlternativesFieldProps) {
  const change = (at: number, more: Partial<Alternatives[number]>) =>
    onChange(alternatives.map((one, index) => (index === at ? { ...one, ...more } : one)));
  return (
    <div className={styles.group}>
      <PanelHeader
        actions={
          <Button adds onPress={() => onChange([...alternatives, { option: '' }])} variant="quiet">
            {t('Add alternative')}
          </Button>
        }
        level="label"
        title={t('Alternatives not taken')}
      />
      {alternatives.map((alternative, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an alternative is known by its place while it is written.
        <div className={styles.row} key={at}>
          <TextField
            label={t('Alternative {at}', { at: at + 1 })}
            labelHidden
            onChange={option => change(at, { option })}
            placeholder={t('Option')}
            value={alternative.option}
          />
          <TextField
            label={t('What speaks for alternative {at}', { at: at + 1 })}
            labelHidden
            onChange={pros => change(at, { pros: pointsOf(pros) })}
            placeholder={t('For; separated by ;')}
            value={(alternative.pros ?? []).join(';')}
          />
          <TextField
            label={t('What speaks against alternative {at}', { at: at + 1 })}
            labelHidden
            onChange={cons => change(at, { cons: pointsOf(cons) })}
            placeholder={t('Against; separated by ;')}
            value={(alternative.cons ?? []).join(';')}
          />
          <IconButton
            icon={Trash2}
            name={t('Remove alternative {at}', { at: at + 1 })}
            onPress={() => onChange(alternatives.filter((_, index) => index !== at))}
            size="s"
          />
        </div>
      ))}
    </div>
  );
}

const pointsOf = (text: string): string[] => (text === '' ? [] : text.split(';'));
