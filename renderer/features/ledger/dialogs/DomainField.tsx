import { useAnswer } from '../../../stores/use-answer.ts';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { selectReading, useLedgerView } from '../ledger-view.ts';

interface DomainFieldProps {
  readonly value: string;
  readonly onChange: (domain: string) => void;
}

/** What a decision is about; decisions of one domain can contradict each other. */
export function DomainField({ value, onChange }: DomainFieldProps) {
  const reading = useLedgerView(selectReading);
  const { output } = useAnswer('ledger.facets', {}, reading, 0);
  const options = (output?.domains ?? [])
    .filter(({ name }) => name !== '')
    .map(({ name }) => ({ value: name }));
  return (
    <ComboBox label="Domain" onChange={onChange} options={options} placeholder="architecture" value={value} />
  );
}
