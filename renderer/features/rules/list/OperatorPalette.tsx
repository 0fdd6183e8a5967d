import { memo } from 'react';
import { Toolbar } from 'react-aria-components';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { t, told } from '../../../texts/texts.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { writeDrag } from '../drag-data.ts';
import { addToCurrentRule } from '../rule-actions.ts';
import styles from './Palette.module.css';

/** The operators as chips: dragged onto a rule, or pressed, they add a condition. One stop for Tab; arrows go along them. */
export const OperatorPalette = memo(function OperatorPalette() {
  return (
    <section aria-label={t('Operators')}>
      <PanelHeader title={t('Operators')} />
      <Toolbar aria-label={t('Operators to add')}>
        <ul className={styles.chips}>
          {operatorNames.map(operator => (
            <li key={operator}>
              <button
                aria-label={t('{operators}: add a condition', { operators: told(operators[operator].label) })}
                className={styles.chip}
                data-testid={`operator-${operator}`}
                draggable
                onClick={() => addToCurrentRule({ kind: 'operator', operator })}
                onDragStart={event => writeDrag(event.dataTransfer, { kind: 'operator', operator })}
                title={t('{operators}. Drag onto a rule, or press to add to the selected one.', {
                  operators: told(operators[operator].label),
                })}
                type="button"
              >
                {told(operators[operator].symbol)}
              </button>
            </li>
          ))}
        </ul>
      </Toolbar>
    </section>
  );
});
