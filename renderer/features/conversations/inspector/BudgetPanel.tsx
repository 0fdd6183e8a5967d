import { Info } from 'lucide-react';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { StackedBar } from '../../../ui/Bar.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import {
  type ConversationsView,
  planInput,
  setConversationsView,
  useConversationsView,
} from '../conversations-view.ts';
import { type Assembled, usePlan } from '../kept-plan.ts';
import { layerLooks } from '../layer-looks.ts';
import { type LayerRow, layerRows, shortages, totalGiven } from '../logic/layer-rows.ts';
import { useConversation } from '../use-conversation.ts';
import { BudgetControls } from './BudgetControls.tsx';
import styles from './BudgetPanel.module.css';
import { LayerTable } from './LayerTable.tsx';

const policies = [
  { value: 'fitted', label: t('fitted') },
  { value: 'documented', label: t('documented') },
  { value: 'both', label: t('both') },
] as const;
const liveMs = 40;
const selectPolicy = (view: ConversationsView) => view.policy;

/** How the tokens of the next turn are shared among its layers, and the sliders that decide it. */
export function BudgetPanel() {
  const policy = useConversationsView(selectPolicy);
  const { conversation } = useConversation();
  const { assembled } = usePlan(conversation?.id);
  const configured = useConversationsView(selectConfigured);
  const tried = useConversationsView(selectTried);
  return (
    <section aria-label={t('Budget')} className={styles.panel}>
      <PanelHeader
        actions={
          <Segmented
            label={t('Policy')}
            onChange={next => setConversationsView({ policy: next })}
            options={policies}
            value={policy}
          />
        }
        level="panel"
        title={t('Budget')}
      />
      {configured === undefined ? null : <BudgetControls configured={configured} tried={tried} />}
      {conversation === undefined || assembled === undefined ? null : (
        <Layers
          assembled={assembled}
          conversationId={conversation.id}
          key={conversation.id}
          total={tried.totalBudget ?? configured?.totalBudget}
        />
      )}
    </section>
  );
}

const selectTried = (view: ConversationsView) => view.tried;
const selectConfigured = (view: ConversationsView) => view.configured;

interface LayersProps {
  readonly conversationId: string;
  readonly assembled: Assembled;
  readonly total: number | undefined;
}

function Layers({ conversationId, assembled, total }: LayersProps) {
  const other = useOtherPolicy(conversationId);
  const { budget, metadata } = assembled;
  const rows = layerRows(budget, metadata.layer_tokens, other?.budget);
  const [worst, ...others] = shortages(rows);
  return (
    <>
      <LayerTable rows={rows} />
      <LayerSum rows={rows} total={total ?? totalGiven(rows)} used={metadata.total_tokens} />
      {worst === undefined ? null : (
        <Notice
          icon={Info}
          title={t('{layerLooks} got {missing} less than ideal', {
            layerLooks: layerLooks[worst.name].label,
            missing: worst.missing,
          })}
        >
          {told(worst.why)}
          {others.length === 0 ? null : (
            <>
              {' '}
              {t('Also below: {others}.', {
                others: others
                  .map(({ name, missing }) =>
                    t('{layerLooks} by {missing}', {
                      layerLooks: layerLooks[name].label,
                      missing,
                    }),
                  )
                  .join(', '),
              })}
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
function useOtherPolicy(conversationId: string): Assembled | undefined {
  const view = useConversationsView();
  const input = view.policy === 'both' ? planInput(view, conversationId, 'documented') : undefined;
  return useAnswer('conversations.assemble', input, view.reading, liveMs).output;
}

interface LayerSumProps {
  readonly rows: readonly LayerRow[];
  readonly total: number;
  /** Counted on everything that is sent. */
  readonly used: number;
}

/** All layers side by side against the budget, and what was given beside what the final text takes. */
function LayerSum({ rows, total, used }: LayerSumProps) {
  const given = totalGiven(rows);
  const parts = rows.map(({ name, layer }) => ({
    id: name,
    label: t('{layerLooks}, {allocated} tokens', {
      layerLooks: layerLooks[name].label,
      allocated: layer.allocated,
    }),
    amount: layer.allocated,
    color: layerLooks[name].color,
  }));
  return (
    <div className={styles.sum}>
      <StackedBar label={t('{given} tokens given', { given })} parts={parts} total={total} />
      <p className={styles.text} data-over={given > total}>
        {t('{given} of {total} tokens given · {used} used in the final text', {
          given,
          total,
          used,
        })}
      </p>
    </div>
  );
}
