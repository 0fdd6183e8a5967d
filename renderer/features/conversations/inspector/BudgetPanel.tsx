import { Info } from 'lucide-react';
import { contextTokens, knowledgeDepths } from '../../../../shared/model/layer-names.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import {
  type Assembled,
  type ConversationsView,
  planInput,
  selectAssembled,
  setConversationsView,
  useConversationsView,
} from '../conversations-view.ts';
import { layerLooks } from '../layer-looks.ts';
import { layerRows, shortages } from '../logic/layer-rows.ts';
import { useConversation } from '../use-conversation.ts';
import styles from './BudgetPanel.module.css';
import { LayerSum } from './LayerSum.tsx';
import { LayerTable } from './LayerTable.tsx';

const policies = [
  { value: 'fitted', label: 'fitted' },
  { value: 'documented', label: 'documented' },
  { value: 'both', label: 'both' },
] as const;
const depths = knowledgeDepths.map(value => ({
  value,
  label: { minimal: 'Minimal', standard: 'Standard', deep: 'Deep' }[value],
}));
const budgetStep = 64;
const liveMs = 40;
const selectPolicy = (view: ConversationsView) => view.policy;

/** How the tokens of the next turn are shared among its layers, and the sliders that decide it (B). */
export function BudgetPanel() {
  const policy = useConversationsView(selectPolicy);
  const assembled = useConversationsView(selectAssembled);
  return (
    <section aria-label="Budget" className={styles.panel}>
      <PanelHeader
        actions={
          <Segmented
            label="Policy"
            onChange={next => setConversationsView({ policy: next })}
            options={policies}
            value={policy}
          />
        }
        level="panel"
        title="Budget"
      />
      <Controls />
      {assembled === undefined ? null : <Layers assembled={assembled} />}
    </section>
  );
}

const selectTotal = (view: ConversationsView) => view.totalBudget;
const selectDepth = (view: ConversationsView) => view.depth;
const selectHistoryFirst = (view: ConversationsView) => view.historyFirst;

function Controls() {
  const total = useConversationsView(selectTotal);
  const depth = useConversationsView(selectDepth);
  const historyFirst = useConversationsView(selectHistoryFirst);
  const { least, most } = contextTokens;
  return (
    <>
      <div>
        <p className={styles.total}>
          <strong>{formatCount(total)}</strong> tokens
        </p>
        <Slider
          label="Total budget"
          max={most}
          min={least}
          onChange={value => setConversationsView({ totalBudget: value })}
          step={budgetStep}
          value={total}
        />
        <p className={styles.ends}>
          <span>{formatCount(least)}</span>
          <span>{formatCount(most)}</span>
        </p>
      </div>
      <div className={styles.pair}>
        <Select
          label="Depth"
          onChange={value => setConversationsView({ depth: value })}
          options={depths}
          value={depth}
        />
        <div className={styles.switch}>
          <span className={styles.label}>History first</span>
          <Switch
            label="History first"
            labelHidden
            on={historyFirst}
            onChange={on => setConversationsView({ historyFirst: on })}
          />
        </div>
      </div>
    </>
  );
}

function Layers({ assembled }: { readonly assembled: Assembled }) {
  const other = useOtherPolicy();
  const { budget, metadata } = assembled;
  const rows = layerRows(budget, metadata.layer_tokens, other?.budget);
  const total = useConversationsView(selectTotal);
  const [worst, ...others] = shortages(rows);
  return (
    <>
      <LayerTable rows={rows} />
      <LayerSum rows={rows} total={total} used={metadata.total_tokens} />
      {worst === undefined ? null : (
        <Notice
          icon={Info}
          title={`${layerLooks[worst.name].label} got ${formatCount(worst.missing)} less than ideal`}
        >
          {worst.why}
          {others.length === 0 ? null : (
            <>
              {' '}
              Also below:{' '}
              {others
                .map(({ name, missing }) => `${layerLooks[name].label} by ${formatCount(missing)}`)
                .join(', ')}
              .
            </>
          )}
        </Notice>
      )}
      {metadata.warnings.map(warning => (
        <Notice key={warning} title={warning} tone="missing" />
      ))}
    </>
  );
}

/** The documented plan, where both are compared. */
function useOtherPolicy(): Assembled | undefined {
  const view = useConversationsView();
  const { conversation } = useConversation();
  const isAsked = view.policy === 'both' && conversation !== undefined;
  const input = isAsked ? planInput(view, conversation.id, 'documented') : undefined;
  return useAnswer('conversations.assemble', input, view.reading, liveMs).output;
}
