import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { selectReading, useLedgerView } from '../ledger-view.ts';

interface ScopeFieldProps {
  readonly value: string;
  readonly onChange: (scope: string) => void;
}

/** What a record is about: `project`, a path or a symbol; those in use are offered. */
export function ScopeField({ value, onChange }: ScopeFieldProps) {
  const reading = useLedgerView(selectReading);
  const { output } = useAnswer('ledger.facets', {}, reading, 0);
  const options = (output?.scopes ?? []).map(({ scope }) => ({ value: scope }));
  return (
    <ComboBox
      label={t('Scope')}
      mono
      onChange={onChange}
      options={options}
      placeholder={t('project')}
      value={value}
    />
  );
}
