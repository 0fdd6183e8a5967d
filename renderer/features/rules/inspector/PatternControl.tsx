import { Check } from 'lucide-react';
import { compilePattern, maxSubjectLength } from '../../../../shared/rules/compile-pattern.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { withoutCode } from '../values/format-value.ts';
import styles from './ConditionRow.module.css';
import type { ValueControlProps } from './ValueControl.tsx';

/** An RE2 pattern that says while it is typed whether it is found in the current sample's value. */
export function PatternControl({ value, actual, onChange }: ValueControlProps) {
  const pattern = typeof value === 'string' ? value : '';
  const compiled = compilePattern(pattern);
  const error = compiled.ok ? undefined : `${withoutCode(compiled.reason)}.`;
  return (
    <div className={styles.pattern}>
      <TextField
        error={error}
        label="Pattern"
        labelHidden
        mono
        onChange={onChange}
        placeholder="Pattern"
        value={pattern}
      />
      {compiled.ok ? <MatchLine actual={actual} isFoundIn={compiled.isFoundIn} /> : null}
    </div>
  );
}

interface MatchLineProps {
  readonly actual: unknown;
  readonly isFoundIn: (text: string) => boolean;
}

/** Only good news: why a pattern is not found is the condition's reason, below. */
function MatchLine({ actual, isFoundIn }: MatchLineProps) {
  if (typeof actual !== 'string' || actual.length > maxSubjectLength || !isFoundIn(actual)) return null;
  return (
    <span className={styles.found}>
      <Check aria-hidden size={13} />
      <span>
        Found in <q title={actual}>{actual}</q>
      </span>
    </span>
  );
}
