import type { Output } from '../../../../shared/contract/contract.ts';
import { decisionStatuses, entryTypes } from '../../../../shared/model/ledger-words.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { selectFilter, setFilter, useLedgerView } from '../ledger-view.ts';
import { countFilters, noFilter } from '../logic/list-input.ts';
import { recordLooks, statusLooks } from '../record-looks.ts';
import styles from './LedgerFilters.module.css';

type Facets = Output<'ledger.facets'>;

const everybody = '(everybody)';
const mostSuggested = 100;

/** Which records the timeline shows. */
export function LedgerFilters({ facets }: { readonly facets: Facets }) {
  const filter = useLedgerView(selectFilter);
  const countOf = (list: Facets['types'], name: string) => list.find(one => one.name === name)?.count ?? 0;
  const types = [
    { value: 'decisions' as const, count: facets.decisions },
    ...entryTypes.map(value => ({ value, count: countOf(facets.types, value) })),
  ].filter(({ value, count }) => count > 0 || filter.types.includes(value));
  const statuses = decisionStatuses
    .map(value => ({ value, count: countOf(facets.statuses, value) }))
    .filter(({ value, count }) => count > 0 || filter.statuses.includes(value));
  return (
    <div className={styles.filters}>
      <div>
        <PanelHeader
          actions={
            countFilters(filter) === 0 ? null : (
              <Button onPress={() => setFilter({ ...noFilter, scope: filter.scope })} variant="quiet">
                {t('Clear')}
              </Button>
            )
          }
          level="label"
          title={t('Kind')}
        />
        <ChipGroup
          label={t('Kind')}
          onChange={chosen => setFilter({ types: chosen })}
          options={types.map(({ value, count }) => ({
            value,
            label: `${recordLooks[value].label} ${formatCount(count)}`,
          }))}
          selected={filter.types}
        />
      </div>
      {statuses.length === 0 ? null : (
        <div>
          <PanelHeader level="label" title={t('Status of decisions')} />
          <ChipGroup
            label={t('Status of decisions')}
            onChange={chosen => setFilter({ statuses: chosen })}
            options={statuses.map(({ value, count }) => ({
              value,
              label: `${statusLooks[value].label} ${formatCount(count)}`,
            }))}
            selected={filter.statuses}
          />
        </div>
      )}
      <Select
        label={t('Agent')}
        onChange={agent => setFilter({ agents: agent === everybody ? [] : [agent] })}
        options={[
          { value: everybody, label: t('Everybody') },
          ...facets.agents.map(({ name, count }) => ({
            value: name,
            label: `${name === '' ? t('nobody named') : name} (${formatCount(count)})`,
          })),
        ]}
        value={filter.agents[0] ?? everybody}
      />
      <TagField
        label={t('Tags')}
        onChange={tags => setFilter({ tags })}
        placeholder={t('any tag')}
        suggestions={facets.tags.slice(0, mostSuggested).map(({ name }) => name)}
        values={filter.tags}
      />
    </div>
  );
}
