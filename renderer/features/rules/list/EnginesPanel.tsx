import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { runCommand, useProvideCommands } from '../../../stores/commands.ts';
import { type DocumentsState, edit, useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ItemList } from '../../../ui/ItemList.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { setEngineEnabled } from '../edits/engine-edits.ts';
import { deleteEngineAndStep, duplicateEngineAndShow } from '../engine-actions.ts';
import { currentSelection, selectEngine, useCurrentEngineId } from '../selection.ts';
import { EngineMenu } from './EngineMenu.tsx';
import styles from './EnginesPanel.module.css';
import { RenameEngine } from './RenameEngine.tsx';

const selectEngines = (state: DocumentsState) => state.working.engines;

/** The project's engines: on or off, how many rules they have and how many of them fire. */
export function EnginesPanel() {
  const engines = useDocuments(selectEngines);
  const current = useCurrentEngineId();
  const [renaming, setRenaming] = useState<string>();
  const root = useRef<HTMLElement>(null);
  const sorted = Object.values(engines).sort((left, right) => (left.id < right.id ? -1 : 1));
  useEngineCommands(root, setRenaming);
  return (
    <section aria-label="Engines" ref={root}>
      <PanelHeader
        actions={<IconButton icon={Plus} name="New engine" onPress={() => runCommand('engine.new')} />}
        title="Engines"
      />
      <div className={styles.list}>
        <ItemList
          empty={<p className={styles.none}>None yet.</p>}
          items={sorted.map(engine => ({
            id: engine.id,
            title: engine.name,
            subtitle: <EngineSubtitle engine={engine} />,
            end: <EngineEnd engine={engine} onRename={() => setRenaming(engine.id)} />,
            muted: !engine.enabled,
          }))}
          label="Engines"
          onSelect={selectEngine}
          selectedId={current}
        />
      </div>
      {renaming === undefined ? null : (
        <RenameEngine engineId={renaming} onClose={() => setRenaming(undefined)} />
      )}
    </section>
  );
}

function EngineSubtitle({ engine }: { readonly engine: ContextRuleEngine }) {
  const fire = useEvaluations(
    state => state.engines[engine.id]?.rules.filter(rule => rule.outcome === 'fired').length ?? 0,
  );
  const count = `${engine.rules.length} ${engine.rules.length === 1 ? 'rule' : 'rules'}`;
  return <>{engine.enabled ? `${count} · ${fire} fire` : `${count} · off`}</>;
}

function EngineEnd({
  engine,
  onRename,
}: {
  readonly engine: ContextRuleEngine;
  readonly onRename: () => void;
}) {
  const turn = (enabled: boolean) =>
    edit(enabled ? 'turn engine on' : 'turn engine off', draft =>
      setEngineEnabled(draft, engine.id, enabled),
    );
  return (
    <span className={styles.end}>
      <span className={styles.more}>
        <EngineMenu engine={engine} onRename={onRename} />
      </span>
      <Switch label={`${engine.name} is on`} labelHidden on={engine.enabled} onChange={turn} />
    </span>
  );
}

/** Keys that mean the engine while its list has the focus, and the rule elsewhere. */
function useEngineCommands(
  root: { readonly current: HTMLElement | null },
  rename: (engineId: string) => void,
): void {
  const onEngine = (act: (engineId: string) => void) => ({
    when: () => root.current?.contains(document.activeElement) ?? false,
    run: () => {
      const { engine } = currentSelection();
      if (engine) act(engine.id);
    },
  });
  useProvideCommands({
    'edit.rename': onEngine(rename),
    'edit.duplicate': onEngine(duplicateEngineAndShow),
    'edit.delete': onEngine(deleteEngineAndStep),
  });
}
