import { Braces, FileDown, ListChecks, Pin, Search } from 'lucide-react';
import { memo } from 'react';
import { Toolbar } from 'react-aria-components';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { CallFilter } from './filter-calls.ts';
import styles from './TraceToolbar.module.css';

export interface TraceFilter {
  readonly text: string;
  readonly status: CallFilter;
}

export const noFilter: TraceFilter = { text: '', status: 'all' };

interface TraceToolbarProps {
  readonly filter: TraceFilter;
  readonly onFilter: (filter: TraceFilter) => void;
  readonly isPinned: boolean;
  readonly onPin: () => void;
  /** Of which a test can be made; a run may be of something else. */
  readonly hasSample: boolean;
  readonly onTest: () => void;
  readonly markdown: () => Promise<string>;
  readonly json: () => string;
  /** Hands the trace out as one HTML file. */
  readonly onShare: () => void;
}

const statuses = [
  { value: 'all', label: t('All calls') },
  { value: 'ok', label: t('Ok') },
  { value: 'cached', label: t('Cached') },
  { value: 'skipped', label: t('Skipped') },
  { value: 'failed', label: t('Failed') },
] as const;

/** Search, filter, pin and copy of the trace: the same whatever was run, so that a new run does not draw it again. */
export const TraceToolbar = memo(function TraceToolbar({
  filter,
  onFilter,
  isPinned,
  onPin,
  hasSample,
  onTest,
  markdown,
  json,
  onShare,
}: TraceToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <TextField
          icon={Search}
          label={t('Search the trace')}
          labelHidden
          onChange={text => onFilter({ ...filter, text })}
          placeholder={t('Memory, rule, step or reason')}
          value={filter.text}
        />
      </div>
      <div className={styles.status}>
        <Select
          label={t('Status')}
          labelHidden
          onChange={status => onFilter({ ...filter, status })}
          options={statuses}
          value={filter.status}
        />
      </div>
      <Toolbar aria-label={t('Trace tools')} className={classNames(styles.actions)}>
        <IconButton
          icon={Pin}
          name={isPinned ? t('Pin this run instead') : t('Pin this run to compare')}
          onPress={onPin}
          pressed={isPinned}
          size="s"
        />
        {hasSample ? (
          <IconButton icon={ListChecks} name={t('Pin the outcome as a test')} onPress={onTest} size="s" />
        ) : null}
        <CopyButton compact label={t('Copy trace as Markdown')} onError={showError} text={markdown} />
        <CopyButton compact icon={Braces} label={t('Copy trace as JSON')} onError={showError} text={json} />
        <IconButton icon={FileDown} name={t('Save trace as one HTML file')} onPress={onShare} size="s" />
      </Toolbar>
    </div>
  );
});
