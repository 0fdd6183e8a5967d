import { memo, useMemo, useState } from 'react';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { isKnownField, suggestField } from '../../../../shared/rules/field-name.ts';
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
}

/** The variable a condition asks for: one of the known ones with type and example, or any other name. */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { field, type, isBegun, onChange, onChoose } = props;
  const variables = usePossibleVariables();
  // A half-typed name is nobody's business yet: it counts when it is a known one, on Enter, and on leaving.
  const [typed, setTyped] = useState<string>();
  const options = useMemo(() => variables.map(optionOf), [variables]);
  const shown = typed ?? field;
  const change = (text: string) => {
    setTyped(text);
    if (!isBegun && variables.some(variable => variable.name === text)) onChange(text);
  };
  const commit = () => {
    if (typed !== undefined && typed.trim() !== '') onChange(typed);
    setTyped(undefined);
  };
  return (
    <>
      <ComboBox
        label={t('Field')}
        labelHidden
        leading={<TypeBadge type={type} />}
        mono
        onBlur={commit}
        onChange={change}
        onChoose={value => {
          setTyped(undefined);
          onChoose(value);
        }}
        onEnter={commit}
        openOnFocus
        options={options}
        placeholder={t('Variable')}
        value={shown}
        {...(shown.trim() === '' && !isBegun && { error: t('Which variable shall it ask for?') })}
      />
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
