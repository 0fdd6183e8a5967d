import { Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { capitalized } from '../../../shared/words.ts';
import { t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { type CheckItem, CheckList } from '../../ui/CheckList.tsx';
import { ChipGroup } from '../../ui/ChipGroup.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './ImportDialog.module.css';
import { countChanges, type ImportRow, type RowChange } from './import-rows.ts';

interface Look {
  /** Before the import, and after it. */
  readonly words: { readonly would: string; readonly did: string };
  readonly tone: 'fired' | 'missing' | 'accent' | 'neutral' | 'error';
}

const looks = {
  created: { words: { would: t('new'), did: t('created') }, tone: 'fired' },
  replaced: { words: { would: t('replaces yours'), did: t('replaced') }, tone: 'missing' },
  renamed: { words: { would: t('gets a new id'), did: t('renamed') }, tone: 'accent' },
  kept: { words: { would: t('yours stays'), did: t('kept yours') }, tone: 'neutral' },
  unchanged: { words: { would: t('unchanged'), did: t('unchanged') }, tone: 'neutral' },
  refused: { words: { would: t('refused'), did: t('refused') }, tone: 'error' },
  gone: { words: { would: t('file is gone'), did: t('file is gone') }, tone: 'missing' },
  removed: { words: { would: t('goes'), did: t('removed') }, tone: 'missing' },
  not_chosen: { words: { would: t('left out'), did: t('left out') }, tone: 'neutral' },
} as const satisfies Record<RowChange, Look>;

interface ImportRowsProps {
  readonly rows: readonly ImportRow[];
  readonly tense: 'would' | 'did';
  readonly chosen?: ReadonlySet<string>;
  /** Called with what is chosen among the rows in sight. */
  readonly onChoose?: (inSight: readonly ImportRow[], chosen: ReadonlySet<string>) => void;
}

/** All lines of an import, to be filtered by what becomes of them and by text. */
export function ImportRows({ rows, tense, chosen, onChoose }: ImportRowsProps) {
  const [change, setChange] = useState<RowChange | 'all'>('all');
  const [text, setText] = useState('');
  const counts = useMemo(() => countChanges(rows), [rows]);
  const known = counts.some(entry => entry.change === change) ? change : 'all';
  const inSight = useMemo(() => rows.filter(row => isWanted(row, known, text)), [rows, known, text]);
  const items = useMemo(() => inSight.map(row => checkItem(row, tense)), [inSight, tense]);
  const options = [
    { value: 'all' as const, label: t('All {count}', { count: rows.length }) },
    ...counts.map(entry => ({
      value: entry.change,
      label: `${capitalized(looks[entry.change].words[tense])} ${formatCount(entry.count)}`,
    })),
  ];
  return (
    <>
      <div className={styles.filter}>
        <ChipGroup
          choose="one"
          label={t('Show')}
          onChange={([value]) => setChange(value ?? 'all')}
          options={options}
          selected={[known]}
        />
        {chosen && onChoose ? <ChooseAll chosen={chosen} inSight={inSight} onChoose={onChoose} /> : null}
        <TextField
          icon={Search}
          label={t('Filter')}
          labelHidden
          onChange={setText}
          placeholder={t('Filter')}
          value={text}
        />
      </div>
      <div className={styles.rows}>
        {items.length === 0 ? (
          <p className={styles.none}>
            {rows.length === 0 ? t('There is nothing in it to import.') : t('Nothing matches.')}
          </p>
        ) : (
          <CheckList
            items={items}
            label={t('Items of the import')}
            {...(chosen && { chosen, onChange: ids => onChoose?.(inSight, ids) })}
          />
        )}
      </div>
    </>
  );
}

type ChooseAllProps = Required<Pick<ImportRowsProps, 'chosen' | 'onChoose'>> & {
  readonly inSight: readonly ImportRow[];
};

function ChooseAll({ chosen, inSight, onChoose }: ChooseAllProps) {
  const ids = inSight.filter(row => row.choosable).map(({ id }) => id);
  const hasAll = ids.every(id => chosen.has(id));
  return (
    <Button
      disabled={ids.length === 0}
      onPress={() => onChoose(inSight, new Set(hasAll ? [] : ids))}
      variant="quiet"
    >
      {hasAll ? t('Choose none') : t('Choose all')}
    </Button>
  );
}

function isWanted(row: ImportRow, change: RowChange | 'all', text: string): boolean {
  if (change !== 'all' && row.change !== change) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || [row.title, row.place, ...row.notes].join('\n').toLowerCase().includes(wanted);
}

function checkItem(row: ImportRow, tense: 'would' | 'did'): CheckItem {
  const { tone, words } = looks[row.change];
  const end: ReactNode = <Badge tone={tone}>{words[tense]}</Badge>;
  return {
    id: row.id,
    title: row.title,
    subtitle: row.place,
    notes: row.notes,
    fixed: !row.choosable,
    end,
  };
}
