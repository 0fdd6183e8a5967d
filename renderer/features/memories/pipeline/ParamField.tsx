import { unreachable } from '../../../../shared/contract/errors.ts';
import { textsIn } from '../../../../shared/model/json.ts';
import { t, told } from '../../../texts/texts.ts';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { FieldNotes } from '../../../ui/FieldNotes.tsx';
import { JsonField } from '../../../ui/JsonField.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { writtenNumber } from '../../../ui/parse-number.ts';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ValueField } from '../../../ui/ValueField.tsx';
import { BranchField, type ParamFieldProps } from './BranchField.tsx';
import { ItemsField } from './ItemsField.tsx';
import styles from './StepForm.module.css';
import { WeightsField } from './WeightsField.tsx';

/** The control of one step parameter, by the kind its spec declares. */
export function ParamField(props: ParamFieldProps) {
  const { spec, value, onChange } = props;
  switch (spec.kind) {
    case 'text':
    case 'condition':
      return <TextParam {...props} />;
    case 'steps':
      return <BranchField {...props} label={told(spec.label)} renderParam={renderParam} steps={value} />;
    case 'object':
      return (
        <div className={styles.wide}>
          <PanelHeader level="label" title={told(spec.label)} />
          <JsonField label={told(spec.label)} onChange={onChange} value={value ?? {}} />
        </div>
      );
    case 'number':
      return <NumberParam {...props} />;
    case 'choice':
      return <ChoiceParam {...props} />;
    case 'source':
      return <SourceParam {...props} />;
    case 'sources':
      return <SourcesParam {...props} />;
    case 'texts':
      return (
        <TagField
          error={props.error}
          label={told(spec.label)}
          onChange={onChange}
          suggestions={props.suggestions}
          values={textsIn(value)}
        />
      );
    case 'weights':
      return (
        <div className={styles.wide}>
          <WeightsField
            fields={props.suggestions}
            label={told(spec.label)}
            onChange={onChange}
            weights={value}
          />
          <FieldNotes description={undefined} error={props.error} />
        </div>
      );
    case 'items':
      return (
        <ItemsField items={Array.isArray(value) ? value : []} label={told(spec.label)} onChange={onChange} />
      );
    case 'value':
      return (
        <div className={styles.wide}>
          <PanelHeader level="label" title={told(spec.label)} />
          <ValueField label={told(spec.label)} onChange={onChange} value={value} />
        </div>
      );
    default:
      return unreachable(spec.kind);
  }
}

/** Branches hold steps, and those the same controls. */
const renderParam = (props: ParamFieldProps) => <ParamField {...props} />;

function TextParam({ spec, value, onChange, suggestions, error }: ParamFieldProps) {
  const common = {
    label: told(spec.label),
    description: spec.help && told(spec.help),
    error,
    mono: true,
    onChange: (text: string) => onChange(text === '' ? undefined : text),
    placeholder: spec.fallback === undefined ? '' : String(spec.fallback),
    value: typeof value === 'string' ? value : '',
  };
  if (suggestions.length === 0) return <TextField {...common} />;
  return <ComboBox {...common} options={suggestions.map(text => ({ value: text }))} />;
}

function NumberParam({ spec, value, onChange, error }: ParamFieldProps) {
  const { min, max, whole = false, required = false, fallback } = spec;
  const limits = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    step: whole ? 1 : 0.05,
    isWhole: whole,
  };
  return (
    <NumberField
      error={error}
      label={told(spec.label)}
      limits={limits}
      onChange={onChange}
      placeholder={fallback === undefined ? (required ? '' : t('all')) : writtenNumber(Number(fallback))}
      value={typeof value === 'number' ? value : undefined}
    />
  );
}

function ChoiceParam({ spec, value, onChange, error }: ParamFieldProps) {
  const chosen = value ?? spec.fallback;
  return (
    <Select
      error={error}
      label={told(spec.label)}
      onChange={onChange}
      options={(spec.choices ?? []).map(choice => ({
        value: choice,
        label: told(choice.replaceAll('_', ' ')),
      }))}
      value={typeof chosen === 'string' ? chosen : undefined}
    />
  );
}

const lastList = t('(last list)');

function SourceParam({ spec, value, onChange, aliases, error }: ParamFieldProps) {
  const named = typeof value === 'string' && !aliases.includes(value) ? [...aliases, value] : aliases;
  const options = [
    { value: lastList, label: t('The last list') },
    ...named.map(alias => ({ value: alias, label: alias })),
  ];
  return (
    <Select
      error={error}
      label={told(spec.label)}
      onChange={alias => onChange(alias === lastList ? undefined : alias)}
      options={options}
      value={typeof value === 'string' ? value : lastList}
    />
  );
}

/** Sources are joined in the order in which they were chosen, so a new one goes to the end. */
function SourcesParam({ spec, value, onChange, aliases, error }: ParamFieldProps) {
  const chosen = textsIn(value);
  const all = [...new Set([...aliases, ...chosen])];
  const choose = (selected: readonly string[]) =>
    onChange([
      ...chosen.filter(alias => selected.includes(alias)),
      ...selected.filter(alias => !chosen.includes(alias)),
    ]);
  return (
    <div className={styles.wide}>
      <PanelHeader level="label" title={told(spec.label)} />
      <ChipGroup
        label={told(spec.label)}
        onChange={choose}
        options={all.map(alias => ({ value: alias, label: numbered(alias, chosen) }))}
        selected={chosen}
      />
      <FieldNotes description={undefined} error={error} />
    </div>
  );
}

function numbered(alias: string, chosen: readonly string[]): string {
  const place = chosen.indexOf(alias);
  return place < 0 || chosen.length < 2 ? alias : `${place + 1}. ${alias}`;
}
