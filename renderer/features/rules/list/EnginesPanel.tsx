import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { runCommand, useProvideCommands } from '../../../stores/commands.ts';
import { type DocumentsState, edit, useDocuments } from '../../../stores/documents.ts';
import type { EvaluationResults } from '../../../stores/evaluation-results.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useBrokenFiles } from '../../../stores/problems.ts';
import { useSettled } from '../../../stores/use-settled.ts';
import { showProblems } from '../../../stores/workspace.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';
import { t } from '../../../texts/texts.ts';
import { BrokenFiles } from '../../../ui/BrokenFiles.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ItemList } from '../../../ui/ItemList.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { setEngineEnabled } from '../edits/engine-edits.ts';
import { deleteEngineAndStep, duplicateEngineAndShow } from '../engine-actions.ts';
import { currentSelection, selectEngine, useCurrentEngineId } from '../selection.ts';
import styles from './EnginesPanel.module.css';

/** Loaded when an engine gets another name. */
const RenameEngine = lazyPart(async () => (await import('./RenameEngine.tsx')).RenameEngine);

/** As one text, so that it stays the same while nothing in it changes. */
const selectRows = (state: DocumentsState) =>
  JSON.stringify(
    Object.values(state.working.engines)
      .map(({ id, name, enabled }) => ({ id, name, enabled }))
      .sort((left, right) => inNaturalOrder(left.id, right.id)),
  );

/** The project's engines: on or off, how many rules they have and how many of them fire. */
export const EnginesPanel = memo(function EnginesPanel() {
  const rows = useEngineRows();
  const broken = useBrokenFiles('engines');
  const current = useCurrentEngineId();
  const [renaming, setRenaming] = useState<string>();
  const root = useRef<HTMLElement>(null);
  useEngineCommands(root, setRenaming);
  return (
    <section aria-label={t('Engines')} ref={root}>
      <PanelHeader
        actions={<IconButton adds name={t('New engine')} onPress={() => runCommand('engine.new')} />}
        title={t('Engines')}
      />
      <div className={styles.list}>
        <ItemList
          empty={<p className={styles.none}>{t('None yet.')}</p>}
          items={rows.map(engine => ({
            id: engine.id,
            title: engine.name,
            subtitle: <EngineSubtitle engineId={engine.id} />,
            end: <EngineEnd engine={engine} onRename={() => setRenaming(engine.id)} />,
            muted: !engine.enabled,
          }))}
          label={t('Engines')}
          onSelect={selectEngine}
          selectedId={current}
        />
        <BrokenFiles files={broken} onShow={showProblems} />
      </div>
      {renaming === undefined ? null : (
        <RenameEngine engineId={renaming} onClose={() => setRenaming(undefined)} />
      )}
    </section>
  );
});

interface EngineRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** What the list shows of each engine; typing in a rule leaves it as it is. */
function useEngineRows(): readonly EngineRow[] {
  const text = useDocuments(selectRows);
  return useMemo(() => JSON.parse(text) as EngineRow[], [text]); // just written
}

function EngineSubtitle({ engineId }: { readonly engineId: string }) {
  const rules = useDocuments(state => state.working.engines[engineId]?.rules.length ?? 0);
  const enabled = useDocuments(state => state.working.engines[engineId]?.enabled ?? false);
  const select = useCallback((state: EvaluationResults) => state.engines[engineId]?.rules, [engineId]);
  const explained = useSettled(useEvaluations, select);
  const count = formatCounted(rules, 'rule');
  if (!enabled) return t('{count} · off', { count });
  // None is explained without trust or a sample.
  if (!explained?.length) return count;
  const fired = explained.filter(rule => rule.outcome === 'fired').length;
  return t('{rules} · {fired} {fired|fires|fire}', { rules: count, fired });
}

function EngineEnd({ engine, onRename }: { readonly engine: EngineRow; readonly onRename: () => void }) {
  const turn = (enabled: boolean) =>
    edit(enabled ? t('turn engine on') : t('turn engine off'), draft =>
      setEngineEnabled(draft, engine.id, enabled),
    );
  return (
    <span className={styles.end}>
      <span className={styles.more}>
        <EngineMenu engine={engine} onRename={onRename} />
      </span>
      <Switch
        label={t('{name} is on', { name: engine.name })}
        labelHidden
        on={engine.enabled}
        onChange={turn}
      />
    </span>
  );
}

/** Keys that mean the engine while its list has the focus, and the rule elsewhere. */
function useEngineCommands(
  root: { readonly current: HTMLElement | null },
  rename: (engineId: string) => void,
): void {
  const isNear = () => root.current?.contains(document.activeElement) ?? false;
  const onEngine = (act: (engineId: string) => void) => ({
    when: isNear,
    run: () => {
      const { engine } = currentSelection();
      if (engine) act(engine.id);
    },
  });
  const handlers = {
    'edit.rename': onEngine(rename),
    'edit.duplicate': onEngine(duplicateEngineAndShow),
    'edit.delete': onEngine(deleteEngineAndStep),
  };
  useProvideCommands(handlers, isNear);
}

interface EngineMenuProps {
  readonly engine: { readonly id: string; readonly name: string };
  readonly onRename: () => void;
}

/** What can be done to an engine as a whole. */
function EngineMenu({ engine, onRename }: EngineMenuProps) {
  const exportIt = () => {
    selectEngine(engine.id);
    runCommand('engine.export');
  };
  return (
    <Menu
      entries={[
        { id: 'rename', label: t('Name, id and description…'), icon: Pencil, keys: 'F2', run: onRename },
        {
          id: 'duplicate',
          label: t('Duplicate'),
          icon: Copy,
          keys: 'Mod+D',
          run: () => duplicateEngineAndShow(engine.id),
        },
        { id: 'export', label: t('Export…'), icon: Download, keys: 'Mod+E', run: exportIt },
        'separator',
        {
          id: 'delete',
          label: t('Delete'),
          icon: Trash2,
          keys: 'Delete',
          tone: 'danger',
          run: () => deleteEngineAndStep(engine.id),
        },
      ]}
      name={t('More for {name}', { name: engine.name })}
    />
  );
}
