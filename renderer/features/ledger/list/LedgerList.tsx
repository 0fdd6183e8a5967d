import { Download, FolderInput, Gavel, ListFilter, Search } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { decisionStatuses, entryTypes } from '../../../../shared/model/ledger-words.ts';
import { call } from '../../../api/call.ts';
import { useProvideCommands } from '../../../stores/commands.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { downloadFile } from '../../../ui/download-text.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ListPanel } from '../../../ui/ListPanel.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  type LedgerView,
  openLedgerDialog,
  selectCounting,
  selectFilter,
  selectScope,
  setFilter,
  setLedgerView,
  useLedgerView,
} from '../ledger-view.ts';
import { countFilters, noFilter } from '../logic/list-input.ts';
import { zipFiles } from '../logic/zip-files.ts';
import { recordLooks, statusLooks } from '../record-looks.ts';
import filterStyles from './LedgerFilters.module.css';
import styles from './LedgerList.module.css';
import { ScopeTree } from './ScopeTree.tsx';

const selectShowsFilters = (view: LedgerView) => view.showsFilters;

/** Left list of the ledger view: where in the project, and which records. */
export function LedgerList() {
  const reading = useLedgerView(selectCounting);
  const filter = useLedgerView(selectFilter);
  const showsFilters = useLedgerView(selectShowsFilters);
  const { output: facets } = useAnswer('ledger.facets', {}, reading, 0);
  useProvideCommands({
    'ledger.post': { run: post },
    'ledger.decide': { run: decide },
    'ledger.import': { run: importFolder },
    'ledger.export': { run: exportFolder },
  });
  const inForce = countFilters({ ...filter, query: '' });
  return (
    <ListPanel label={t('Ledger')}>
      <PanelHeader
        actions={
          <>
            <IconButton
              icon={ListFilter}
              name={inForce === 0 ? t('Filters') : t('Filters, {inForce} in force', { inForce })}
              onPress={() => setLedgerView({ showsFilters: !showsFilters })}
              pressed={showsFilters || inForce > 0}
            />
            <ListActions />
            <IconButton adds name={t('Post an entry')} onPress={post} />
          </>
        }
        title={t('Ledger')}
      />
      <TextField
        icon={Search}
        label={t('Search the ledger')}
        labelHidden
        onChange={query => setFilter({ query })}
        placeholder={t('Search the timeline')}
        value={filter.query}
      />
      <Standing />
      {facets && showsFilters ? <LedgerFilters facets={facets} /> : null}
      {facets ? <ScopeTree facets={facets} /> : null}
    </ListPanel>
  );
}

const post = () => openLedgerDialog({ kind: 'post' });
const decide = () => openLedgerDialog({ kind: 'decide' });
const importFolder = () => openLedgerDialog({ kind: 'import' });

async function exportFolder(): Promise<void> {
  const { files } = await call('ledger.export', {});
  downloadLedger(files);
  showToast({
    message: t('{count} {count|file of the ledger was|files of the ledger were} exported as twining.zip.', {
      count: files.length,
    }),
  });
}

function ListActions() {
  return (
    <Menu
      entries={[
        { id: 'decide', label: t('Record a decision…'), icon: Gavel, run: decide },
        'separator',
        { id: 'import', label: t('Import a .twining folder…'), icon: FolderInput, run: importFolder },
        {
          id: 'export',
          label: t('Export as .twining folder'),
          description: t('An archive with all of its files'),
          icon: Download,
          run: () => void exportFolder().catch(showError),
        },
      ]}
      name={t('Actions for the ledger')}
    />
  );
}

type LedgerFile = Output<'ledger.export'>['files'][number];

/** Hands the files of a ledger to the user, packed into one. */
function downloadLedger(files: readonly LedgerFile[]): void {
  const archive = zipFiles(files.map(file => ({ path: file.path, bytes: bytesOf(file) })));
  downloadFile('twining.zip', archive, 'application/zip');
}

function bytesOf({ encoding, content }: LedgerFile): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf8') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content), char => char.charCodeAt(0));
}

/** How the chosen scope stands: what holds and what is open. */
function Standing() {
  const reading = useLedgerView(selectCounting);
  const scope = useLedgerView(selectScope);
  const { output } = useAnswer('ledger.summarize', { ...(scope !== undefined && { scope }) }, reading, 0);
  if (!output) return null;
  const figures = [
    [output.active_decisions, t('active')],
    [output.provisional_decisions, t('provisional')],
    [output.open_needs, t('{count|open need|open needs}', { count: output.open_needs })],
    [output.active_warnings, t('{count|warning|warnings}', { count: output.active_warnings })],
    [output.unanswered_questions, t('{count|question|questions}', { count: output.unanswered_questions })],
  ] as const;
  return (
    <p className={styles.standing} title={output.recent_activity_summary}>
      {figures
        .filter(([count], at) => at === 0 || count > 0)
        .map(([count, words]) => (
          <span key={words}>
            <strong>{formatCount(count)}</strong> {words}
          </span>
        ))}
    </p>
  );
}

type Facets = Output<'ledger.facets'>;

const everybody = '(everybody)';
const mostSuggested = 100;

/** Which records the timeline shows. */
function LedgerFilters({ facets }: { readonly facets: Facets }) {
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
    <div className={filterStyles.filters}>
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
