import { CircleAlert, PackageOpen, TriangleAlert } from 'lucide-react';
import type { Input } from '../../../../shared/contract/contract.ts';
import type { AgentContext } from '../../../../shared/model/handoff.ts';
import { showError } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  useHandoff,
  useHandoffChoice,
} from '../handoff-store.ts';
import { parseFailure } from '../logic/parse-failure.ts';
import { AskForm } from './AskForm.tsx';
import styles from './ContextTab.module.css';
import { RankedPackages } from './RankedPackages.tsx';
import { ZoneGauge } from './ZoneGauge.tsx';

const selectAll = (state: HandoffState) => state;
const selectChoice = (choice: HandoffChoice) => choice;
/** Short, because the slider is dragged. */
const pauseMs = 40;

/** What an agent would get now: asked as the agent would, and explained. */
export function ContextTab() {
  const { session, reading } = useHandoff(selectAll);
  const choice = useHandoffChoice(selectChoice);
  const input = session ? questionOf(session.session_id, choice) : undefined;
  const { output, error } = useAnswer('packages.context', input, reading, pauseMs);
  if (!session)
    return (
      <EmptyState
        actions={
          <Button adds onPress={() => choose({ tab: 'packages', asks: 'package' })} variant="primary">
            {t('Save package')}
          </Button>
        }
        icon={PackageOpen}
        title={t('No packages yet')}
      >
        {rich(
          'Agents leave them over MCP ({handoffsavepackage}) and REST; the tab Packages saves one by hand.',
          { handoffsavepackage: <code>handoff_save_package</code> },
        )}
      </EmptyState>
    );
  return (
    <div className={tabPage.page}>
      <AskForm />
      {output ? <ZoneGauge effectiveLimit={output.effective_limit} /> : null}
      {error === undefined ? null : (
        <Notice icon={CircleAlert} title={t('This cannot be asked')} tone="error">
          {error}
        </Notice>
      )}
      {output ? <Warnings context={output} /> : null}
      {output ? (
        <div className={styles.columns}>
          <ContextMarkdown context={output} />
          <RankedPackages context={output} />
        </div>
      ) : null}
    </div>
  );
}

/** Undefined while it cannot be asked. */
function questionOf(
  session_id: string,
  { agent, groupId, model, tokens, iteration, query, failure: text }: HandoffChoice,
): Input<'packages.context'> | undefined {
  if (agent.trim() === '') return undefined;
  const failure = parseFailure(text, '');
  return {
    session_id,
    agent_type: agent.trim(),
    current_tokens: tokens,
    iteration,
    explain: true,
    ...(groupId !== undefined && { group_id: groupId }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(query.trim() !== '' && { query: query.trim() }),
    ...(failure !== undefined && { failure }),
  };
}

function Warnings({ context: { warnings, path } }: { readonly context: AgentContext }) {
  if (warnings.length === 0) return null;
  const title = path === 'fallback' ? t('Agents get the fallback') : t('Answered with a warning');
  return (
    <Notice icon={TriangleAlert} title={title} tone="missing">
      {warnings.map(warning => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}

const pathWords = {
  fts5: t('full-text index'),
  plain: t('plain order'),
  fallback: t('fallback'),
} as const satisfies Record<AgentContext['path'], string>;

const shareNames = [
  ['task', t('Task')],
  ['specialization', t('Specialization')],
  ['packages', t('Packages')],
  ['errors', t('Errors')],
] as const;

/** The text, sign by sign as the agent gets it, and what was left for it. */
function ContextMarkdown({ context }: { readonly context: AgentContext }) {
  const { markdown, shares, counter, path } = context;
  return (
    <section aria-label={t('Text for the agent')} className={styles.card}>
      <PanelHeader
        actions={<CopyButton compact label={t('Copy text')} onError={showError} text={markdown} />}
        title={t('Text for the agent')}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
      <pre className={styles.text} tabIndex={0}>
        {markdown}
      </pre>
      <dl className={styles.facts}>
        {shareNames.map(([key, name]) => (
          <div className={styles.fact} key={key}>
            <dt>{name}</dt>
            <dd>{formatCount(shares[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {t('Shares of the tokens that are left · {counter} · {pathWords}', {
          counter,
          pathWords: pathWords[path],
        })}
      </p>
    </section>
  );
}
