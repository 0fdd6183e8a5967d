import { memo } from 'react';
import { Toolbar } from 'react-aria-components';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { writeDrag } from '../drag-data.ts';
import { addToCurrentRule } from '../rule-actions.ts';
import styles from './Palette.module.css';

/** The operators as chips: dragged onto a rule, or pressed, they add a condition. One stop for Tab; arrows go along them. */
export const OperatorPalette = memo(function OperatorPalette() {
  return (
    <section aria-label="Operators">
      <PanelHeader title="Operators" />
      <Toolbar aria-label="Operators to add">
        <ul className={styles.chips}>
          {operatorNames.map(operator => (
            <li key={operator}>
              <button
                aria-label={`${operators[operator].label}: add a condition`}
                className={styles.chip}
                data-testid={`operator-${operator}`}
                draggable
                onClick={() => addToCurrentRule({ kind: 'operator', operator })}
                onDragStart={event => writeDrag(event.dataTransfer, { kind: 'operator', operator })}
                title={`${operators[operator].label}. Drag onto a rule, or press to add to the selected one.`}
                type="button"
              >
                {operators[operator].symbol}
              </button>
            </li>
          ))}
        </ul>
      </Toolbar>
    </section>
  );
});
