import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { showError } from '../../../stores/toasts.ts';
import { t, told } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { withoutCode } from '../values/format-value.ts';
import type { ValueControlProps } from './value-control-props.ts';

/** An RE2 pattern that says while it is typed what is wrong with it. */
export function PatternControl({ value, isBegun, onChange }: ValueControlProps) {
  const pattern = typeof value === 'string' ? value : '';
  const patterns = usePatterns();
  // Compiling takes longer than drawing the letter that was typed, so the verdict comes after it.
  const judged = useDeferredValue(pattern);
  const compiled = useMemo(() => patterns?.compilePattern(judged), [patterns, judged]);
  const error =
    !compiled || compiled.ok || (isBegun && pattern === '')
      ? undefined
      : `${told(withoutCode(compiled.reason))}.`;
  return (
    <TextField
      error={error}
      label={t('Pattern')}
      labelHidden
      mono
      onChange={onChange}
      placeholder={t('Pattern')}
      value={pattern}
    />
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
