import { Search } from 'lucide-react';
import { ChipGroup } from '../../../../ui/ChipGroup.tsx';
import { formatCount } from '../../../../ui/format-number.ts';
import { Select } from '../../../../ui/Select.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import styles from '../ContentTab.module.css';
import { useContent } from '../content-store.ts';
import type { GraphFilter } from './graph-filter.ts';

const depths = [
  { value: '0', label: 'The nodes alone' },
  { value: '1', label: '1 step around' },
  { value: '2', label: '2 steps around' },
  { value: '3', label: '3 steps around' },
] as const;
const everyRelation = '(every)';

interface GraphFiltersProps {
  readonly filter: GraphFilter;
  readonly onChange: (filter: GraphFilter) => void;
}

/** Which nodes are looked at, and how far around them. */
export function GraphFilters({ filter, onChange }: GraphFiltersProps) {
  const { facets } = useContent();
  return (
    <>
      <div className={styles.filters}>
        <TextField
          icon={Search}
          label="Text"
          onChange={text => onChange({ ...filter, text })}
          placeholder="In name or attributes"
          value={filter.text}
        />
        <Select
          label="How far"
          onChange={depth => onChange({ ...filter, depth: Number(depth) })}
          options={depths}
          value={depths.find(({ value }) => value === String(filter.depth))?.value}
        />
        <Select
          disabled={filter.depth === 0}
          label="Along"
          onChange={relation => onChange({ ...filter, relation: relation === everyRelation ? '' : relation })}
          options={[
            { value: everyRelation, label: 'Every relation' },
            ...facets.relations.map(({ name, count }) => ({
              value: name,
              label: `${name} (${formatCount(count)})`,
            })),
          ]}
          value={filter.relation === '' ? everyRelation : filter.relation}
        />
      </div>
      <ChipGroup
        label="Kinds"
        onChange={kinds => onChange({ ...filter, kinds })}
        options={facets.kinds.map(({ name, count }) => ({
          value: name,
          label: `${name} (${formatCount(count)})`,
        }))}
        selected={filter.kinds}
      />
    </>
  );
}
