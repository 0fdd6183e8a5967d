import { Check } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { showError } from '../../../stores/toasts.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { withoutCode } from '../values/format-value.ts';
import styles from './ConditionRow.module.css';
import type { ValueControlProps } from './ValueControl.tsx';

/** An RE2 pattern that says while it is typed whether it is found in the current sample's value. */
export function PatternControl({ value, actual, onChange }: ValueControlProps) {
  const pattern = typeof value === 'string' ? value : '';
  const patterns = usePatterns();
  // Compiling takes longer than drawing the letter that was typed, so the verdict comes after it.
  const judged = useDeferredValue(pattern);
  const compiled = useMemo(() => patterns?.compilePattern(judged), [patterns, judged]);
  const error = !compiled || compiled.ok ? undefined : `${withoutCode(compiled.reason)}.`;
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
      {patterns && compiled?.ok ? (
        <MatchLine
          actual={actual}
          isFoundIn={text => text.length <= patterns.maxSubjectLength && compiled.isFoundIn(text)}
        />
      ) : null}
    </div>
  );
}

type Patterns = typeof import('../../../../shared/rules/compile-pattern.ts');

/** What compiles patterns is large; it comes when the first one is looked at. */
function usePatterns(): Patterns | undefined {
  const [patterns, setPatterns] = useState<Patterns>();
  useEffect(() => {
    import('../../../../shared/rules/compile-pattern.ts').then(setPatterns, showError);
  }, []);
  return patterns;
}

interface MatchLineProps {
  readonly actual: unknown;
  readonly isFoundIn: (text: string) => boolean;
}

/** Only good news: why a pattern is not found is the condition's reason, below. */
function MatchLine({ actual, isFoundIn }: MatchLineProps) {
  if (typeof actual !== 'string' || !isFoundIn(actual)) return null;
  return (
    <span className={styles.found}>
      <Check aria-hidden size={13} />
      <span>
        Found in <q title={actual}>{actual}</q>
      </span>
    </span>
  );
}
