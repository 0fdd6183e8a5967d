import { type ClipboardEvent, memo, useEffect, useMemo, useState } from 'react';
import type { Condition } from '../../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { isKnownField, suggestField } from '../../../../shared/rules/field-name.ts';
import { showError } from '../../../stores/toasts.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { TypeBadge } from '../../../ui/TypeBadge.tsx';
import { formatValue } from '../values/format-value.ts';
import { FixLine } from './FixLine.tsx';

interface FieldControlProps {
  readonly field: string;
  readonly type: VariableType;
  /** Nothing is wrong with an empty name then: nobody has said it yet. */
  readonly isBegun: boolean;
  readonly onChange: (field: string) => void;
  /** One of the known ones was chosen. */
  readonly onChoose: (field: string) => void;
  /** Whole conditions were typed or pasted in place of a name; by Enter they are to be followed by others. */
  readonly onConditions: (conditions: readonly Condition[], isEnter: boolean) => void;
}

/**
 * The variable a condition asks for: one of the known ones with type and example, or any other name. Where it is only begun,
 * the whole condition may be typed: `risk >= 0.6`.
 */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { field, type, isBegun, onChange, onChoose, onConditions } = props;
  const variables = usePossibleVariables();
  const texts = useConditionTexts(isBegun);
  // A half-typed name is nobody's business yet: it counts when it is a known one, on Enter, and on leaving.
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const options = useMemo(() => variables.map(optionOf), [variables]);
  const shown = typed ?? field;
  const change = (text: string) => {
    setTyped(text);
    setProblem(undefined);
    if (!isBegun && variables.some(variable => variable.name === text)) onChange(text);
  };
  const rename = (text: string) => {
    setTyped(undefined);
    onChange(text);
  };
  /** Of what is begun: whole conditions, or a name. */
  const begin = (text: string, isEnter: boolean, loaded: ConditionTexts): void => {
    const known = variables.map(({ name }) => name);
    const typeOf = (name: string) => variables.find(variable => variable.name === name)?.type ?? 'unknown';
    const read = loaded.readConditions(text, typeOf, known);
    if (!read.ok) setProblem(read.reason);
    else if (read.conditions.length === 0 && !isEnter) rename(text);
    else {
      setTyped(undefined);
      if (read.conditions.length > 0) onConditions(read.conditions, isEnter);
      else onChoose(read.field);
    }
  };
  const take = (text: string, isEnter: boolean): void => {
    if (!isBegun) rename(text);
    else if (texts) begin(text, isEnter, texts);
    // Who types faster than that is loaded waits for it.
    else conditionTexts().then(loaded => begin(text, isEnter, loaded), showError);
  };
  const commit = (isEnter: boolean) => {
    if (typed !== undefined && typed.trim() !== '') take(typed, isEnter);
    else setTyped(undefined);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isBegun || !text.trim().includes('\n')) return;
    event.preventDefault();
    take(text, true);
  };
  return (
    <>
      <div onPaste={paste}>
        <ComboBox
          label={t('Field')}
          labelHidden
          leading={<TypeBadge type={type} />}
          mono
          onBlur={() => commit(false)}
          onChange={change}
          onChoose={value => {
            setTyped(undefined);
            onChoose(value);
          }}
          onEnter={() => commit(true)}
          openOnFocus
          options={options}
          placeholder={isBegun ? t('phase, or risk > 0.6') : t('Variable')}
          value={shown}
          {...(shown.trim() === '' && !isBegun && { error: t('Which variable shall it ask for?') })}
          {...(problem !== undefined && { error: problem })}
        />
      </div>
      {isKnownField(field) || field === '' ? null : (
        <FixLine
          fixLabel={t('Use {field}', { field: suggestField(field) })}
          message={t('"{field}" is no variable: names start with scope., addVar. or input.', { field })}
          onFix={() => onChange(suggestField(field))}
        />
      )}
    </>
  );
});

type ConditionTexts = typeof import('../values/condition-text.ts');

const conditionTexts = (): Promise<ConditionTexts> => import('../values/condition-text.ts');

/** What reads conditions is loaded with the first that is begun, before anybody has typed one. */
function useConditionTexts(isBegun: boolean): ConditionTexts | undefined {
  const [texts, setTexts] = useState<ConditionTexts>();
  useEffect(() => {
    if (isBegun) conditionTexts().then(setTexts, showError);
  }, [isBegun]);
  return texts;
}

function optionOf(variable: PossibleVariable) {
  const example = variable.examples?.[0];
  return {
    value: variable.name,
    badge: <TypeBadge type={variable.type} />,
    ...(example !== undefined && {
      description: t('for example {example}', { example: formatValue(example) }),
    }),
  };
}
