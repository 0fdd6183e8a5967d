import { GripVertical } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { useSeenValues } from '../../../stores/seen-values.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { MiddleCut } from '../../../ui/MiddleCut.tsx';
import { TypeBadge } from '../../../ui/TypeBadge.tsx';
import { writeDrag } from '../drag-data.ts';
import { addToCurrentRule } from '../rule-actions.ts';
import { formatValue } from '../values/format-value.ts';
import { FilteredPalette } from './FilteredPalette.tsx';
import styles from './Palette.module.css';

/** Without a filter so many are there, those that are asked for first. */
const mostShown = 6;

/** Every variable a rule could ask for, to drag onto rules or the canvas; a press adds a condition to the selected rule. */
export const VariablesPalette = memo(function VariablesPalette() {
  const variables = usePossibleVariables();
  const valuesOf = useSeenValues();
  const [filter, setFilter] = useState('');
  const [isWhole, setWhole] = useState(false);
  const found = useMemo(() => matching(variables, filter), [variables, filter]);
  const shown = isWhole || filter !== '' ? found : found.filter(isKnownOf).slice(0, mostShown);
  const left = found.length - shown.length;
  return (
    <FilteredPalette
      filter={filter}
      onFilter={setFilter}
      placeholder={t('Part of the name')}
      title={t('Variables')}
    >
      <Toolbar aria-label={t('Variables to ask for')} orientation="vertical">
        <ul className={styles.memories}>
          {shown.map(variable => (
            <li key={variable.name}>
              <VariableRow example={valuesOf(variable.name)[0]?.value} variable={variable} />
            </li>
          ))}
        </ul>
      </Toolbar>
      {found.length === 0 ? (
        <p className={styles.none}>{t('None matches.')}</p>
      ) : left === 0 ? null : (
        <p className={styles.none}>
          <button className={styles.clear} onClick={() => setWhole(true)} type="button">
            {t('Show {left} more', { left })}
          </button>
        </p>
      )}
    </FilteredPalette>
  );
});

interface VariableRowProps {
  readonly variable: PossibleVariable;
  readonly example: unknown;
}

function VariableRow({ variable: { name, type }, example }: VariableRowProps) {
  const text = example === undefined ? '' : formatValue(example);
  return (
    <button
      aria-label={t('{name}: add a condition', { name })}
      className={styles.memory}
      data-testid={`ask-${name}`}
      draggable
      onClick={() => addToCurrentRule({ kind: 'variable', field: name })}
      onDragStart={event => writeDrag(event.dataTransfer, { kind: 'variable', field: name })}
      onKeyDown={event => {
        if (event.key !== 'F2') return;
        // With another focus it is the rule's name.
        event.stopPropagation();
        openDialog({ kind: 'renameVariable', field: name });
      }}
      title={t('{name}{text}. Drag onto a rule or the canvas, or press to add to the selected rule.', {
        name,
        text: text === '' ? '' : t(', for example {text}', { text }),
      })}
      type="button"
    >
      <TypeBadge type={type} />
      <span className={styles.name}>
        <MiddleCut text={name.replace(/^(?:addVar|scope)\./, '')} />
      </span>
      <span className={styles.beside}>
        <span className={styles.example}>{text}</span>
      </span>
      <GripVertical aria-hidden className={styles.grip ?? ''} size={13} />
    </button>
  );
}

/** Something gives it or asks for it; the others are names that a request could hold. */
const isKnownOf = ({ used_by, examples = [] }: PossibleVariable): boolean =>
  used_by.length > 0 || examples.length > 0;

function matching(variables: readonly PossibleVariable[], filter: string): PossibleVariable[] {
  const wanted = filter.trim().toLowerCase();
  return variables
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((left, right) => right.used_by.length - left.used_by.length);
}
