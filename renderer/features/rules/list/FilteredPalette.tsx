import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { inSentence, t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Palette.module.css';

interface FilteredPaletteProps {
  /** "Memories" */
  readonly title: string;
  /** What a word of the filter may be, e.g. "Name or section". */
  readonly placeholder: string;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly children: ReactNode;
}

/** What can be dragged onto rules, under a heading with a filter that opens; closing it shows all again. */
export function FilteredPalette({ title, placeholder, filter, onFilter, children }: FilteredPaletteProps) {
  const [isFiltering, setFiltering] = useState(false);
  const name = t('Filter {title}', { title: inSentence(title) });
  const toggle = () => {
    onFilter('');
    setFiltering(!isFiltering);
  };
  return (
    <section aria-label={title}>
      <PanelHeader
        actions={<IconButton icon={ListFilter} name={name} onPress={toggle} pressed={isFiltering} size="s" />}
        title={title}
      />
      {isFiltering ? (
        <div className={styles.filter}>
          <TextField
            autoFocus
            label={name}
            labelHidden
            onChange={onFilter}
            placeholder={placeholder}
            value={filter}
          />
        </div>
      ) : null}
      {children}
    </section>
  );
}
