import { ClipboardPaste } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type { Sample } from '../../../shared/model/sample.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { useNotEvaluated } from '../../stores/not-evaluated.ts';
import { useBrokenFiles } from '../../stores/problems.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { setSample, showProblems } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { BrokenFiles } from '../../ui/BrokenFiles.tsx';
import { addAndFocus } from '../../ui/focus-added.ts';
import { formatCounted } from '../../ui/format-number.ts';
import type { ListItem } from '../../ui/ItemList.tsx';
import { isListMeant } from '../../ui/is-list-meant.ts';
import { ListActions } from '../../ui/ListActions.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { copySample, createSample, removeSample } from './logic/sample-commands.ts';
import { PasteRequestDialog } from './PasteRequestDialog.tsx';
import styles from './SamplesList.module.css';
import { type SampleTotal, useSampleTotals } from './use-sample-totals.ts';
import { useAllSamples, useFiredCounts } from './use-samples.ts';

/** Left list of the samples view: how many rules fire for each and what it comes to. */
export function SamplesList() {
  const [search, setSearch] = useState('');
  const [isPasting, setPasting] = useState(false);
  const broken = useBrokenFiles('samples');
  const selected = useCurrentSample();
  const items = useListItems(search);
  const paste = useCallback(() => setPasting(true), []);
  useListCommands(selected, paste);
  return (
    <SearchedList
      actions={<SampleActions onPaste={paste} selectedId={selected?.id} />}
      items={items}
      none={t('No samples yet. Make the first with +.')}
      onSearch={setSearch}
      onSelect={setSample}
      search={search}
      selectedId={selected?.id}
      title={t('Samples')}
    >
      <BrokenFiles files={broken} onShow={showProblems} />
      {isPasting ? <PasteRequestDialog onClose={() => setPasting(false)} /> : null}
    </SearchedList>
  );
}

function useListCommands(selected: Sample | undefined, paste: () => void): void {
  const hasSample = () => selected !== undefined;
  useProvideCommands({
    'sample.new': { run: () => addAndFocus(createSample) },
    'sample.paste': { run: paste },
    'edit.duplicate': { run: () => copySample(selected?.id ?? ''), when: hasSample },
    'edit.delete': { run: () => removeSample(selected?.id ?? ''), when: () => hasSample() && isListMeant() },
  });
}

function useListItems(search: string): ListItem[] {
  const samples = useAllSamples();
  const fired = useFiredCounts(samples);
  const notEvaluated = useNotEvaluated() && t('not evaluated');
  const totals = useSampleTotals();
  const [rowOf] = useState(keepRows);
  return useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const found = samples.filter(({ id, name, description = '' }) =>
      `${id} ${name} ${description}`.toLowerCase().includes(wanted),
    );
    return found.map(sample =>
      rowOf(sample, notEvaluated ?? firedWords(fired.get(sample) ?? 0), totals[sample.id]),
    );
  }, [samples, search, fired, notEvaluated, totals, rowOf]);
}

/** The row of a sample is the same object as long as it shows the same, so that it is not drawn again with each key. */
function keepRows(): typeof listItem {
  const rows = new WeakMap<Sample, { readonly shown: string; readonly row: ListItem }>();
  return (sample, fired, total) => {
    const shown = JSON.stringify([fired, total]);
    const kept = rows.get(sample);
    if (kept?.shown === shown) return kept.row;
    const row = listItem(sample, fired, total);
    rows.set(sample, { shown, row });
    return row;
  };
}

function firedWords(fired: number): string {
  return fired === 0 ? t('no rule fires') : formatCounted(fired, 'rule');
}

function listItem(sample: Sample, fired: string, total: SampleTotal | undefined): ListItem {
  const tokens = total && total.tokens !== null ? formatCounted(total.tokens ?? 0, 'token') : '';
  const cut = total && total.cut > 0 ? t('{cut} cut', { cut: total.cut }) : '';
  return {
    id: sample.id,
    title: sample.name,
    subtitle: [fired, tokens, cut].filter(Boolean).join(' · '),
    ...(total?.tokens === null && { end: <span className={styles.problem}>{t('invalid')}</span> }),
  };
}

interface SampleActionsProps {
  readonly selectedId: string | undefined;
  readonly onPaste: () => void;
}

const SampleActions = memo(function SampleActions({ selectedId = '', onPaste }: SampleActionsProps) {
  return (
    <ListActions
      hasSelected={selectedId !== ''}
      more={[{ id: 'paste', label: t('New from a request…'), icon: ClipboardPaste, run: onPaste }]}
      noun={t('sample')}
      onDuplicate={() => copySample(selectedId)}
      onDelete={() => removeSample(selectedId)}
      onNew={createSample}
    />
  );
});
