import { TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Config } from '../../../shared/model/config.ts';
import { mostGivenTokens } from '../../../shared/model/flight.ts';
import { redactionModes } from '../../../shared/model/redaction-mode.ts';
import { settingNames } from '../../stores/setting-names.ts';
import { t, told } from '../../texts/texts.ts';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { formatCount, formatDecimal } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { AuthorityFields, RecordingBounds, ToolCosts, WeightFields } from './ConfigFields.tsx';
import { type ConfigState, changeConfig, configReading, useConfig } from './config-store.ts';
import { otherWarnings, warningOf } from './config-values.ts';
import { NumberTable } from './NumberTable.tsx';
import { OtherSettings } from './OtherSettings.tsx';
import { PriceTable } from './PriceTable.tsx';
import { SettingsGroup, SettingsRow } from './SettingsGroup.tsx';
import styles from './SettingsView.module.css';

const selectAll = (state: ConfigState) => state;

type SettingKey = keyof typeof settingNames;
const keys = Object.keys(settingNames);

const redactionWords = {
  pattern_only: t('Patterns'),
  entropy: t('Entropy'),
  both: t('Patterns and entropy'),
  off: t('Off'),
} as const;

/** What the project's `.codebolt/weft.json` says, key by key. */
export function ConfigSettings() {
  configReading.useLive();
  const { state, properties } = useConfig(selectAll);
  if (!state) return null;
  const others = otherWarnings(state.warnings, Object.keys(properties));
  return (
    <>
      {others.length === 0 ? null : (
        <Notice icon={TriangleAlert} title={t('In .codebolt/weft.json')} tone="missing">
          {others.map(({ message }) => (
            <p key={message}>{told(message)}</p>
          ))}
        </Notice>
      )}
      <AgentSettings />
      <ModelSettings />
      <PrivacySettings />
      <HealthSettings />
      <TextSettings />
      <OtherSettings known={keys} />
    </>
  );
}

/** The value in force, or what was chosen a moment ago and is being saved. */
function useValue<Key extends SettingKey>(key: Key): Config[Key] | undefined {
  const { state, pending, defaults } = useConfig(selectAll);
  const changed = pending[key];
  if (changed === null) return defaults?.[key];
  return changed === undefined ? state?.config[key] : (changed as Config[Key]); // only `changeConfig` puts it there
}

interface KeyRowProps {
  readonly name: SettingKey;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** A key with its meaning, what is wrong with it, and the way back to its default. */
function KeyRow({ name, children, below }: KeyRowProps) {
  const { state, meanings, refused, defaults } = useConfig(selectAll);
  const isGiven = state?.given[name] !== undefined;
  return (
    <SettingsRow
      below={below}
      label={t(settingNames[name])}
      note={`${meanings[name] ?? ''} ${isGiven ? setWords(defaults?.[name]) : t('This is the default.')}`}
      setting={name}
      problem={refused[name] ?? (state && warningOf(state.warnings, name))}
    >
      {children}
      {isGiven ? (
        <IconButton
          icon={Undo2}
          name={t('{name}: back to the default', { name: t(settingNames[name]) })}
          onPress={() => changeConfig(name, null)}
          size="s"
        />
      ) : null}
    </SettingsRow>
  );
}

/** Who set it, and what it is where nobody does; of tables the way back is enough. */
function setWords(standard: unknown): string {
  const file = t('Set in .codebolt/weft.json');
  if (typeof standard === 'boolean')
    return t('{file}; the default is {standard}.', { file, standard: standard ? t('on') : t('off') });
  if (typeof standard === 'number')
    return t('{file}; the default is {standard}.', { file, standard: formatSetting(standard) });
  if (typeof standard === 'string') return t('{file}; the default is {standard}.', { file, standard });
  return `${file}.`;
}

/** With as many digits behind the point as it has, and no more. */
function formatSetting(value: number): string {
  if (Number.isInteger(value)) return formatCount(value);
  return formatDecimal(
    value,
    ([1, 2, 3] as const).find(digits => Number(value.toFixed(digits)) === value) ?? 4,
  );
}

function SwitchRow({ name }: { readonly name: 'enable_context_assembler' | 'enable_fts5' }) {
  return (
    <KeyRow name={name}>
      <Switch
        label={t(settingNames[name])}
        labelHidden
        on={useValue(name) ?? false}
        onChange={on => changeConfig(name, on)}
      />
    </KeyRow>
  );
}

function AgentSettings() {
  return (
    <SettingsGroup title={t('What agents get')}>
      <SwitchRow name="enable_context_assembler" />
      <KeyRow
        below={<NumberTable addLabel={t('Agent type')} name="retrieval_limits" start={3} step={1} />}
        name="retrieval_limits"
      />
      <SwitchRow name="enable_fts5" />
      <KeyRow name="hook_tokens">
        <div className={styles.number}>
          <NumberField
            label={t(settingNames.hook_tokens)}
            labelHidden
            limits={{ min: 1, max: mostGivenTokens, step: 100, isWhole: true }}
            onChange={tokens => changeConfig('hook_tokens', tokens ?? null)}
            value={useValue('hook_tokens')}
          />
        </div>
      </KeyRow>
    </SettingsGroup>
  );
}

function ModelSettings() {
  return (
    <SettingsGroup title={t('Models')}>
      <KeyRow
        below={<NumberTable addLabel={t('Model family')} name="models" start={200_000} step={1000} />}
        name="models"
      />
      <KeyRow name="token_safety_margin">
        <div className={styles.number}>
          <NumberField
            label={t(settingNames.token_safety_margin)}
            labelHidden
            limits={{ min: 0, max: 0.999, step: 0.01 }}
            onChange={margin => changeConfig('token_safety_margin', margin ?? null)}
            value={useValue('token_safety_margin')}
          />
        </div>
      </KeyRow>
      <KeyRow below={<PriceTable />} name="token_prices" />
    </SettingsGroup>
  );
}

function PrivacySettings() {
  const recordings = useValue('recordings');
  return (
    <SettingsGroup title={t('Privacy')}>
      <KeyRow name="redaction_mode">
        <div className={styles.select}>
          <Select
            label={t(settingNames.redaction_mode)}
            labelHidden
            onChange={mode => changeConfig('redaction_mode', mode)}
            options={redactionModes.map(value => ({ value, label: redactionWords[value] }))}
            value={useValue('redaction_mode')}
          />
        </div>
      </KeyRow>
      <KeyRow below={<RecordingBounds value={recordings} />} name="recordings">
        <Switch
          label={t(settingNames.recordings)}
          labelHidden
          on={recordings?.enabled ?? false}
          onChange={enabled => changeConfig('recordings', { ...recordings, enabled })}
        />
      </KeyRow>
      <KeyRow below={<AuthorityFields value={useValue('authority')} />} name="authority" />
    </SettingsGroup>
  );
}

function HealthSettings() {
  const health = useValue('health');
  const change = (changes: Partial<Config['health']>) => changeConfig('health', { ...health, ...changes });
  return (
    <SettingsGroup title={t('Context health')}>
      <KeyRow
        below={
          <>
            <Switch
              label={t("Hold a coding agent's tools up while its context must be compacted")}
              on={health?.hold_tools ?? false}
              onChange={hold_tools => change({ hold_tools })}
            />
            <Switch
              label={t('Hold a compaction up until its state is saved')}
              on={health?.demand_save ?? false}
              onChange={demand_save => change({ demand_save })}
            />
          </>
        }
        name="health"
      >
        <div className={styles.number}>
          <NumberField
            label={t('Tool calls between two checks')}
            labelHidden
            limits={{ min: 1, step: 1, isWhole: true }}
            onChange={calls => calls !== undefined && change({ check_every: calls })}
            value={health?.check_every}
          />
        </div>
      </KeyRow>
      <KeyRow below={<ToolCosts value={useValue('tool_costs')} />} name="tool_costs" />
    </SettingsGroup>
  );
}

function TextSettings() {
  return (
    <SettingsGroup title={t('Ledger, summaries and search')}>
      <KeyRow below={<WeightFields value={useValue('ledger_weights')} />} name="ledger_weights" />
      <KeyRow name="summarizer">
        <div className={styles.select}>
          <Select
            label={t(settingNames.summarizer)}
            labelHidden
            onChange={summarizer => changeConfig('summarizer', summarizer)}
            options={[
              { value: 'extractive', label: t('Extractive') },
              { value: 'openai-compatible', label: t('OpenAI-compatible') },
            ]}
            value={useValue('summarizer')}
          />
        </div>
      </KeyRow>
      <KeyRow name="embedder">
        <div className={styles.select}>
          <ComboBox
            label={t(settingNames.embedder)}
            labelHidden
            onChange={embedder => changeConfig('embedder', embedder === '' ? null : embedder)}
            options={[
              { value: 'use-lite', description: t('in this program, English') },
              { value: 'none', description: t('words only') },
              { value: 'openai:', description: t('and the name of a model') },
            ]}
            value={useValue('embedder') ?? ''}
          />
        </div>
      </KeyRow>
    </SettingsGroup>
  );
}
