import { CircleAlert, PackageOpen, TriangleAlert } from 'lucide-react';
import type { Input } from '../../../../shared/contract/contract.ts';
import type { AgentContext } from '../../../../shared/model/handoff.ts';
import { zoneAt } from '../../../../shared/model/token-zone.ts';
import { projectPlace } from '../../../stores/places.ts';
import { showError } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { Gauge, type Level } from '../../../ui/Gauge.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  useHandoff,
  useHandoffChoice,
} from '../handoff-store.ts';
import { parseFailure } from '../logic/parse-failure.ts';
import { usageOf, zoneSegments } from '../logic/zone-gauge.ts';
import { zoneLooks } from '../looks.ts';
import { useAgents } from '../use-agents.ts';
import form from './AskForm.module.css';
import styles from './ContextTab.module.css';
import { RankedPackages } from './RankedPackages.tsx';
import gauge from './ZoneGauge.module.css';

const selectAll = (state: HandoffState) => state;
const selectChoice = (choice: HandoffChoice) => choice;
/** Short, because the slider is dragged. */
const pauseMs = 40;

/** What an agent would get now: asked as the agent would, and explained. */
export function ContextTab() {
  const { session, reading } = useHandoff(selectAll);
  const choice = useHandoffChoice(selectChoice);
  const input = session ? questionOf(session.session_id, choice) : undefined;
  const { output, error, isStale } = useAnswer('packages.context', input, reading, pauseMs);
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
          <RankedPackages context={output} isStale={isStale} />
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

const wholeSession = '(session)';

/** Who asks: agent, group, model, iteration, where the full-text index decides, what about, and which failure was seen. */
function AskForm() {
  const { session, config } = useHandoff(selectAll);
  const { agent, groupId, model, iteration, query, failure } = useHandoffChoice(selectChoice);
  const agents = useAgents();
  const limitOf = (name: string) => config?.retrieval_limits[name] ?? 3;
  return (
    <div className={form.form}>
      <ComboBox
        error={agent.trim() === '' ? t('Name an agent type.') : undefined}
        label={t('Agent')}
        onChange={next => choose({ agent: next.slice(0, 100) })}
        options={agents.map(value => ({
          value,
          description: t('at most {value} packages', { value: limitOf(value) }),
        }))}
        value={agent}
      />
      <Select
        label={t('Group')}
        onChange={next => choose({ groupId: next === wholeSession ? undefined : next })}
        options={[
          { value: wholeSession, label: t('Whole session') },
          ...(session?.groups ?? []).map(value => ({ value, label: value })),
        ]}
        value={groupId ?? wholeSession}
      />
      <ComboBox
        label={t('Model')}
        onChange={next => choose({ model: next.slice(0, 200) })}
        options={Object.entries(config?.models ?? {}).map(([value, tokens]) => ({
          value,
          description: t('{tokens} tokens', { tokens }),
        }))}
        value={model}
      />
      <FieldPlace value={{ at: projectPlace('handoff') }}>
        <NumberField
          label={t('Iteration')}
          limits={{ min: 0, step: 1, isWhole: true }}
          onChange={next => choose({ iteration: next ?? 0 })}
          value={iteration}
        />
      </FieldPlace>
      {config?.enable_fts5 ? (
        <TextField
          label={t('About')}
          onChange={next => choose({ query: next })}
          placeholder={t('Words of the task')}
          value={query}
        />
      ) : null}
      <div className={form.failure}>
        <TextArea
          error={
            failure.trim() !== '' && parseFailure(failure, '') === undefined
              ? t('Begin with the type of the error, as in “TypeError: x is not a function”.')
              : undefined
          }
          label={t('Failure that was seen')}
          mono
          onChange={next => choose({ failure: next })}
          placeholder={t('TypeError: …, so that what is known of it comes first')}
          rows={1}
          value={failure}
        />
      </div>
    </div>
  );
}

const levels = zoneSegments.map(
  ({ zone, from, to }): Level => ({ name: zone, from, to, ...zoneLooks[zone] }),
);

const selectTokens = (choice: HandoffChoice) => choice.tokens;

/** The token level as a track of five zones: drag it, and what the agent gets follows. */
function ZoneGauge({ effectiveLimit }: { readonly effectiveLimit: number }) {
  const tokens = useHandoffChoice(selectTokens);
  const usage = usageOf(tokens, effectiveLimit);
  const zone = zoneAt(usage);
  return (
    <Gauge
      beside={
        <>
          <span className={gauge.tokens}>
            <FieldPlace value={{ at: projectPlace('handoff') }}>
              <NumberField
                label={t('Tokens in use')}
                labelHidden
                limits={{ min: 0, step: 1000, isWhole: true }}
                onChange={next => choose({ tokens: next ?? 0 })}
                value={tokens}
              />
            </FieldPlace>
          </span>
          {t('of {effectiveLimit} tokens that may be used', { effectiveLimit })}
        </>
      }
      current={zone}
      label={t('Token zone')}
      levels={levels}
      value={usage}
    >
      <div className={gauge.slider}>
        <Slider
          label={t('Token level')}
          max={Math.max(1, effectiveLimit)}
          min={0}
          onChange={next => choose({ tokens: next })}
          step={Math.max(1, Math.round(effectiveLimit / 1000))}
          value={tokens}
        />
      </div>
    </Gauge>
  );
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
