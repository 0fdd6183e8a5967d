import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { RuleList } from './RuleList.tsx';
import styles from './RulesPanel.module.css';
import { filterRows, type RuleRow } from './rule-rows.ts';
import { useRuleGroups } from './use-rule-groups.ts';

/** Every rule with its outcome and the reason: those that fired, near misses, the rest folded away. */
export function RulesPanel() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { fired, near, rest } = useRuleGroups();
  const shown = {
    fired: filterRows(fired, text),
    near: filterRows(near, text),
    rest: filterRows(rest, text),
  };
  const isSearching = text.trim() !== '';
  const found = shown.fired.length + shown.near.length + shown.rest.length;
  return (
    <div className={styles.panel}>
      <TextField
        icon={Search}
        label="Search rules"
        labelHidden
        onChange={setText}
        placeholder="Rule, engine, memory or reason"
        value={text}
      />
      {isSearching && found === 0 ? <NothingFound onClear={() => setText('')} /> : null}
      <RuleGroup rows={shown.fired} title="Fired" />
      <RuleGroup rows={shown.near} title="Near misses" />
      {shown.rest.length === 0 ? null : (
        <>
          {isSearching ? null : (
            <div>
              <Button onPress={() => setOpen(!open)} variant="quiet">
                {open ? 'Hide the rest' : `Show the other ${formatCount(shown.rest.length)}`}
              </Button>
            </div>
          )}
          {open || isSearching ? <RuleGroup rows={shown.rest} title="The rest" /> : null}
        </>
      )}
    </div>
  );
}

function RuleGroup({ title, rows }: { readonly title: string; readonly rows: readonly RuleRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>
        {title} <span className={styles.count}>{formatCount(rows.length)}</span>
      </h3>
      <RuleList label={title} rows={rows} />
    </section>
  );
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <p className={styles.none}>
      No rule fits.
      <Button onPress={onClear} variant="quiet">
        Clear search
      </Button>
    </p>
  );
}
