// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a tree has no elements of its own; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree itself has the focus and names its active row.

import { ArrowDown, ArrowUp, ListTree, PencilLine, Trash2, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { runCommand } from '../../../stores/commands.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { shownRule } from '../../../stores/rules-of-engine.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { placesOf, visibleRange } from '../../../ui/visible-range.ts';
import { domIdOf } from '../canvas/node-ids.ts';
import frame from '../frame.module.css';
import { useScroll } from '../matrix/use-scroll.ts';
import { useSelectedRuleIds } from '../selection.ts';
import styles from './Outline.module.css';
import { OutlineTreeRow } from './OutlineRow.tsx';
import { moveRow } from './outline-actions.ts';
import { type OutlineInUse, rowHeight, useOutline } from './use-outline.ts';
/** Engines, their rules, what these ask for and add, as a tree: all of it edited in place by keyboard. */
export function Outline({ engineId }: { readonly engineId: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScroll(scroller);
  const outline = useOutline({ engineId, scroller, view });
  const { rows, row: active, editing, refused, engine } = outline;
  const marked = useSelectedRuleIds(engineId);
  const shown = visibleRange(view.top, view.height, rowHeight, rows.length);
  return (
    <div className={frame.frame}>
      <OutlineTools outline={outline} />
      <div
        aria-activedescendant={active && domIdOf(active.key)}
        aria-label={t('Outline of the rules')}
        aria-multiselectable
        className={frame.scroller}
        onKeyDown={outline.onKeyDown}
        ref={scroller}
        role="tree"
        tabIndex={0}
      >
        <div className={styles.rows} role="presentation" style={{ height: rows.length * rowHeight }}>
          {/* Those that have the focus and the field are drawn wherever they are. */}
          {placesOf(shown, outline.at, editing ? rows.findIndex(({ key }) => key === editing.key) : -1).map(
            place => {
              const row = rows[place];
              if (!row) return null;
              const isActive = row === active;
              const isTogether = row.kind === 'rule' && row.engineId === engineId && marked.has(row.ruleId);
              return (
                <OutlineTreeRow
                  edit={outline}
                  editing={editing?.key === row.key ? editing : undefined}
                  engineId={engineId}
                  isActive={isActive}
                  isMarked={isActive || isTogether}
                  key={row.key}
                  place={place}
                  row={row}
                />
              );
            },
          )}
        </div>
        {engine?.rules.length === 0 ? <NoRule /> : null}
      </div>
      <p className={classNames(frame.status, refused !== undefined && frame.refused)} role="status">
        {refused ??
          t(
            'Enter edits, Ctrl Enter adds another, Ctrl with an arrow moves, letters find; with Shift also those that begin with M, N, A or S.',
          )}
      </p>
    </div>
  );
}

function NoRule() {
  return (
    <div className={styles.none}>
      <EmptyState icon={ListTree} title={t('No rule yet')}>
        {t('Press N for the first one.')}
      </EmptyState>
    </div>
  );
}

/** What keys do to the row in sight, for a pointer. */
function OutlineTools({ outline }: { readonly outline: OutlineInUse }) {
  const { row, canAdd, engine } = outline;
  const rule = useDocuments(({ working }: DocumentsState) =>
    row && 'ruleId' in row ? shownRule(working, row) : undefined,
  );
  const isOn = rule !== undefined && isRuleEnabled(rule);
  const isFixed = !row || row.kind === 'engine' || row.kind === 'draft' || row.kind === 'new';
  const move = (by: -1 | 1) => moveRow(row, by);
  return (
    <div className={frame.tools}>
      <Button adds disabled={!engine} keys="N" onPress={outline.newRule} variant="quiet">
        {t('Rule')}
      </Button>
      <Button adds disabled={!canAdd} keys="A" onPress={() => outline.add('condition')} variant="quiet">
        {t('Condition')}
      </Button>
      <Button adds disabled={!canAdd} onPress={() => outline.add('memory')} variant="quiet">
        {t('Memory')}
      </Button>
      <span className={styles.icons}>
        <IconButton
          disabled={!row}
          icon={PencilLine}
          keys="F2"
          name={t('Edit the row')}
          onPress={outline.begin}
          size="s"
        />
        <IconButton
          disabled={!rule}
          icon={isOn ? VolumeX : Volume2}
          keys="M"
          name={isOn ? t('Mute the rule') : t('Unmute the rule')}
          onPress={() => void runCommand('rule.mute')}
          size="s"
        />
        <IconButton
          disabled={isFixed}
          icon={ArrowUp}
          keys="Mod+ArrowUp"
          name={t('Move up')}
          onPress={() => move(-1)}
          size="s"
        />
        <IconButton
          disabled={isFixed}
          icon={ArrowDown}
          keys="Mod+ArrowDown"
          name={t('Move down')}
          onPress={() => move(1)}
          size="s"
        />
        <IconButton
          disabled={!row}
          icon={Trash2}
          keys="Delete"
          name={t('Delete the row')}
          onPress={outline.remove}
          size="s"
        />
      </span>
    </div>
  );
}
