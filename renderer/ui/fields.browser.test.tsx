import { Search } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { checkControls, longText, someFrames, someOf } from '../../test/support/control-states.tsx';
import { Chips } from './Chips.tsx';
import { ComboBox } from './ComboBox.tsx';
import { Field } from './Field.tsx';
import { FieldNotes } from './FieldNotes.tsx';
import { FieldPlace, keepBegunText } from './field-place.ts';
import { JsonField } from './JsonField.tsx';
import { NumberField } from './NumberField.tsx';
import { Select } from './Select.tsx';
import { TagField } from './TagField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { TypeBadge } from './TypeBadge.tsx';
import { ValueField } from './ValueField.tsx';
import { convertValue, type ValueKind, valueKindLabels } from './value-kind.ts';

const nothing = () => undefined;
const options = [
  { value: 'eq', label: 'equals', description: 'Exactly the same' },
  { value: 'neq', label: 'is not' },
] as const;
const kinds = Object.keys(valueKindLabels) as ValueKind[]; // the labels are keyed by kind

checkControls({
  Field: {
    plain: <Field label="Name">{tied => <input {...tied} />}</Field>,
    'with notes': (
      <Field description="As files do" error="It is taken" label="Id">
        {tied => <input {...tied} />}
      </Field>
    ),
    disabled: (
      <Field disabled label="Id">
        {tied => <input {...tied} disabled />}
      </Field>
    ),
  },
  TextField: {
    plain: <TextField label="Name" onChange={nothing} value="Planning" />,
    'hidden label': <TextField icon={Search} label="Search" labelHidden onChange={nothing} value="" />,
    'with notes': (
      <TextField description="As files do" error="It is taken" label="Id" mono onChange={nothing} value="a" />
    ),
    moment: <TextField label="Since" onChange={nothing} type="datetime-local" value="2026-01-31T14:05" />,
    disabled: <TextField disabled label="Id" onChange={nothing} value="a" />,
    'long text': <TextField error={longText} label={longText} onChange={nothing} value={longText} />,
  },
  TextArea: {
    plain: <TextArea label="Description" onChange={nothing} value="One\nTwo" />,
    'with notes': (
      <TextArea description="Some words" error="Too long" label="Why" onChange={nothing} value="" />
    ),
    'long text': <TextArea error={longText} label="Why" mono onChange={nothing} value={longText} />,
  },
  NumberField: {
    plain: <NumberField label="Priority" onChange={nothing} value={50} />,
    empty: <NumberField label="Limit" onChange={nothing} placeholder="no limit" value={undefined} />,
    'beyond its limits': (
      <NumberField label="Priority" limits={{ min: 0, max: 100 }} onChange={nothing} value={900} />
    ),
  },
  Select: {
    plain: <Select label="Operator" onChange={nothing} options={options} value="eq" />,
    'nothing chosen': (
      <Select
        icon={Search}
        label="Operator"
        labelHidden
        onChange={nothing}
        options={options}
        value={undefined}
      />
    ),
    'with notes': (
      <Select
        description="Of two"
        error="Choose one"
        label="Operator"
        onChange={nothing}
        options={options}
        value={undefined}
      />
    ),
    disabled: <Select disabled label="Operator" onChange={nothing} options={options} value="eq" />,
    'long text': (
      <Select label={longText} onChange={nothing} options={[{ value: 'a', label: longText }]} value="a" />
    ),
  },
  ComboBox: {
    plain: <ComboBox label="Field" onChange={nothing} options={[]} value="addVar.phase" />,
    'with notes': (
      <ComboBox
        description="Known ones are offered"
        error="Unknown"
        label="Field"
        leading={<TypeBadge type="string" />}
        mono
        onChange={nothing}
        options={[]}
        value="x"
      />
    ),
    'long text': <ComboBox label="Field" labelHidden onChange={nothing} options={[]} value={longText} />,
  },
  Chips: {
    plain: (
      <Chips
        chips={[
          { id: '0', text: 'login' },
          { id: '1', text: '5', isCode: true },
        ]}
        label="Values"
        onRemove={nothing}
      />
    ),
    'long text': <Chips chips={[{ id: '0', text: longText }]} label="Values" onRemove={nothing} />,
  },
  TagField: {
    plain: <TagField label="Values" onChange={nothing} values={['login', 'logout']} />,
    empty: <TagField label="Values" labelHidden onChange={nothing} placeholder="none" values={[]} />,
    'with an error': <TagField error="One at least" label="Values" onChange={nothing} values={[]} />,
    'long text': <TagField label="Values" onChange={nothing} values={[longText]} />,
  },
  JsonField: { plain: <JsonField label="Value" onChange={nothing} value={{ a: [1] }} /> },
  TypeBadge: {
    text: <TypeBadge type="string" />,
    unknown: <TypeBadge type="unknown" />,
  },
  ValueField: Object.fromEntries(
    kinds.map(kind => [
      kind,
      <ValueField key={kind} label={`phase ${kind}`} onChange={nothing} value={sampleOf(kind)} />,
    ]),
  ),
  FieldNotes: { plain: <FieldNotes description="Help" error={undefined} /> },
});

function sampleOf(kind: ValueKind): unknown {
  return convertValue('planning', kind);
}

/** Holds what a control tells, as its place in the studio does. */
function Held<Value>({
  value,
  children,
}: {
  readonly value: Value;
  readonly children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [held, setHeld] = useState(value);
  return (
    <>
      {children(held, setHeld)}
      <output>{JSON.stringify(held) ?? 'undefined'}</output>
      <button type="button">Elsewhere</button>
    </>
  );
}

describe('a text', () => {
  it('says every letter, and its error and help to whoever cannot see them', async () => {
    const screen = await render(
      <Held value="">
        {(value, onChange) => (
          <TextField
            autoFocus
            description="As files do"
            error={value === '' ? undefined : 'It is taken'}
            label="Id"
            onChange={onChange}
            value={value}
          />
        )}
      </Held>,
    );
    const field = screen.getByRole('textbox', { name: 'Id' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('ab');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"ab"');
    await expect.element(field).toBeInvalid();
    await expect
      .element(field)
      .toHaveAccessibleDescription(/As files do.*It is taken|It is taken.*As files do/);
  });

  it('of several lines takes Enter', async () => {
    const screen = await render(
      <Held value="">{(value, onChange) => <TextArea label="Why" onChange={onChange} value={value} />}</Held>,
    );
    await screen.getByRole('textbox', { name: 'Why' }).click();
    await userEvent.keyboard('a{Enter}b');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"a\\nb"');
  });
});

describe('a number', () => {
  const limited = (value?: number) =>
    render(
      <Held<number | undefined> value={value}>
        {(held, onChange) => (
          <NumberField
            label="Priority"
            limits={{ min: 0, max: 100, isWhole: true }}
            onChange={onChange}
            value={held}
          />
        )}
      </Held>,
    );

  it.each([
    ['{ArrowUp}', '51'],
    ['{ArrowDown}{ArrowDown}', '48'],
    ['{Backspace}', '5'],
    ['{Backspace}{Backspace}', 'undefined'],
  ])('that is 50 is after %s %s', async (keys, told) => {
    const screen = await limited(50);
    await screen.getByRole('spinbutton', { name: 'Priority' }).click();
    await userEvent.keyboard(`{End}${keys}`);
    await expect.element(screen.getByRole('status')).toHaveTextContent(told);
  });

  it('that is typed on beyond its limits leaves what was before, not its beginning', async () => {
    const screen = await limited(50);
    const field = screen.getByRole('spinbutton', { name: 'Priority' });
    await field.click();
    await userEvent.keyboard('{Control>}a{/Control}25');
    await expect.element(screen.getByRole('status')).toHaveTextContent('25');
    await userEvent.keyboard('6');
    await expect.element(field).toBeInvalid();
    await expect.element(screen.getByRole('status')).toHaveTextContent('50');
    await userEvent.keyboard('{Backspace}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('25');
  });

  it.each([
    ['900', 'Must be between 0 and 100.'],
    ['2.5', 'Must be a whole number.'],
    ['many', '"many" is not a number; 1,250.5 would be one.'],
    ['0,125', '"0,125" is not a number; 1,250.5 would be one.'],
  ])('is not told as %s, which stays with what is wrong with it until Escape', async (typed, complaint) => {
    const screen = await limited(50);
    const field = screen.getByRole('spinbutton', { name: 'Priority' });
    await field.click();
    await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
    await expect.element(field).toBeInvalid();
    await screen.getByRole('button', { name: 'Elsewhere' }).click();
    await expect.element(field).toHaveValue(typed);
    await expect.element(screen.getByText(complaint)).toBeVisible();
    await expect.element(screen.getByRole('status')).toHaveTextContent('50');
    await field.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toBeValid();
    await expect.element(field).toHaveValue('50');
  });

  it('that is none gives way to another value, and is mended where it was left', async () => {
    const told = vi.fn();
    const at = (value: number) => <NumberField label="Priority" onChange={told} value={value} />;
    const screen = await render(at(50));
    const field = screen.getByRole('spinbutton', { name: 'Priority' });
    await userEvent.fill(field, '5x');
    await userEvent.tab();
    await field.click();
    await userEvent.keyboard('{End}{Backspace}');
    expect(told.mock.calls).toEqual([[5]]);
    await userEvent.keyboard('y');
    await userEvent.tab();
    await expect.element(field).toHaveValue('5y');
    await screen.rerender(at(7));
    await expect.element(field).toHaveValue('7');
  });

  it.each([
    ['by itself', (value: number) => <NumberField label="count" onChange={nothing} value={value} />],
    ['of a value', (value: number) => <ValueField label="count" onChange={nothing} value={value} />],
  ])(
    'that is none yet waits at its place %s, for its value alone, until it is taken back',
    async (name, of) => {
      const at = (place: string, value: number) => (
        <FieldPlace value={{ at: `${name} ${place}` }}>{of(value)}</FieldPlace>
      );
      const screen = await render(at('one', 5));
      const field = screen.getByRole('spinbutton', { name: 'count' });
      await userEvent.fill(field, '5x');
      await userEvent.tab();
      await screen.rerender(at('other', 5));
      await expect.element(field).toHaveValue('5');
      await screen.unmount();
      const there = await render(at('one', 5));
      const again = there.getByRole('spinbutton', { name: 'count' });
      await expect.element(again).toHaveValue('5x');
      await expect.element(again).toBeInvalid();
      await there.rerender(at('one', 6));
      await expect.element(again).toHaveValue('6');
      await there.rerender(at('one', 5));
      await again.click();
      await userEvent.keyboard('{Escape}');
      await there.unmount();
      const last = await render(at('one', 5));
      await expect.element(last.getByRole('spinbutton', { name: 'count' })).toHaveValue('5');
    },
  );
});

describe('a choice', () => {
  it('opens by key, is chosen by a letter and by arrows, and closes at Escape unchanged', async () => {
    const screen = await render(
      <Held<'eq' | 'neq' | undefined> value={undefined}>
        {(value, onChange) => <Select label="Operator" onChange={onChange} options={options} value={value} />}
      </Held>,
    );
    const trigger = screen.getByRole('button', { name: /Operator/ });
    await expect.element(trigger).toHaveTextContent('Choose');
    // Tab would go on from where the test before was.
    screen.container.querySelector('button')?.focus();
    await expect.element(trigger).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(screen.getByRole('option', { name: 'equals' }))
      .toHaveAccessibleDescription('Exactly the same');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('status')).toHaveTextContent('undefined');
    // The focus comes back once the list has gone.
    await expect.element(trigger).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('option', { name: 'equals' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('option', { name: 'is not' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"neq"');
    await expect.element(trigger).toHaveTextContent('is not');
  });
});

/** As a field that was added is: it has the focus as soon as it is there. */
function Focused({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}

describe('a text with proposals', () => {
  const proposals = [
    { value: 'addVar.phase', description: 'text' },
    { value: 'addVar.role' },
    { value: 'a\u0000b' },
  ];
  const open = (openOnFocus: boolean, onEnter = nothing) =>
    render(
      <Held value="">
        {(value, onChange) => (
          <ComboBox
            label="Field"
            onChange={onChange}
            onEnter={onEnter}
            openOnFocus={openOnFocus}
            options={proposals}
            value={value}
          />
        )}
      </Held>,
    );

  it('offers what fits while typing, and takes any other text', async () => {
    const enter = vi.fn();
    const screen = await open(false, enter);
    const field = screen.getByRole('combobox', { name: 'Field' });
    await field.click();
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('ro');
    await expect.element(screen.getByRole('option')).toHaveTextContent('addVar.role');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(field).toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"addVar.role"');
    await userEvent.fill(field, 'my.own');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"my.own"');
    expect(enter).toHaveBeenCalled();
  });

  it.each([
    ['typed in, with what fits', false, 'ro', 'addVar.role'],
    ['chosen, with all of them', true, '', 'addVar.phase'],
  ])('offers what is known only after the field was %s', async (_, openOnFocus, typed, offered) => {
    const field = (options: typeof proposals, value: string) => (
      <ComboBox label="Field" onChange={nothing} openOnFocus={openOnFocus} options={options} value={value} />
    );
    const screen = await render(field([], ''));
    await userEvent.tab();
    await screen.rerender(field([], typed));
    await expect.element(screen.getByRole('combobox')).toHaveValue(typed);
    expect(screen.getByRole('listbox').query()).toBeNull();
    await screen.rerender(field(proposals, typed));
    await expect.element(screen.getByRole('option', { name: offered })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await screen.rerender(field(proposals.slice(0, 2), typed));
    expect(screen.getByRole('listbox').query()).toBeNull();
  });

  it.each(['Enter', 'Escape'])(
    'stays closed where options come only after %s has ended the text',
    async key => {
      const field = (options: typeof proposals) => (
        <ComboBox label="Field" onChange={nothing} openOnFocus options={options} value="addVar.phase" />
      );
      const screen = await render(field([]));
      await userEvent.tab();
      await userEvent.keyboard(`{${key}}`);
      await screen.rerender(field(proposals));
      await someFrames();
      expect(screen.getByRole('listbox').query()).toBeNull();
    },
  );

  it('does not open by itself what is known from the start', async () => {
    const screen = await render(
      <Focused>
        <ComboBox label="Field" onChange={nothing} options={proposals} value="addVar.phase" />
      </Focused>,
    );
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await someFrames();
    expect(screen.getByRole('listbox').query()).toBeNull();
  });

  it('opens at the focus where it shall, and gives the value itself of what is shown spelled out', async () => {
    const screen = await open(true);
    await userEvent.tab();
    await expect.element(screen.getByRole('option', { name: 'a[U+0000]b' })).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"a\\u0000b"');
  });
});

describe('tags', () => {
  const tags = (values: readonly string[]) =>
    render(
      <Held<readonly string[]> value={values}>
        {(held, onChange) => <TagField label="Values" onChange={onChange} values={held} />}
      </Held>,
    );

  it.each([
    ['b{Enter}', '["a","b"]'],
    ['b,c,', '["a","b","c"]'],
    ['a{Enter}', '["a"]'],
    ['b{Tab}', '["a","b"]'],
    ['{Backspace}', '[]'],
  ])('["a"] are after %s %s', async (keys, told) => {
    const screen = await tags(['a']);
    await screen.getByRole('combobox', { name: 'Values' }).click();
    await userEvent.keyboard(keys);
    await expect.element(screen.getByRole('status')).toHaveTextContent(told);
  });

  it('are taken out by their buttons and by Delete', async () => {
    const screen = await tags(['a', 'b', 'c']);
    await screen.getByRole('button', { name: /^Remove a/ }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent('["b","c"]');
    await screen.getByText('b', { exact: true }).click();
    await userEvent.keyboard('{Delete}');
    await expect.element(screen.getByRole('status')).toHaveTextContent('["c"]');
  });
});

describe('JSON', () => {
  it('is told once it is JSON, and the field says until then that it is none', async () => {
    const screen = await render(
      <Held<unknown> value={1}>
        {(value, onChange) => <JsonField label="Value" onChange={onChange} value={value} />}
      </Held>,
    );
    const field = screen.getByRole('textbox', { name: 'Value' });
    await userEvent.fill(field, '{"a": ');
    await expect.element(field).toBeInvalid();
    await expect.element(screen.getByText('This is not JSON yet.')).toBeVisible();
    await expect.element(screen.getByRole('status')).toHaveTextContent('1');
    await userEvent.fill(field, '{"a": [2]}');
    await expect.element(field).toBeValid();
    await expect.element(screen.getByRole('status')).toHaveTextContent('{"a":[2]}');
  });

  it('half typed gives way to another value, as undo or a file brings it', async () => {
    const field = (value: unknown) => <JsonField label="Value" onChange={nothing} value={value} />;
    const screen = await render(field(1));
    const text = screen.getByRole('textbox', { name: 'Value' });
    await userEvent.fill(text, '{"a": ');
    await expect.element(text).toBeInvalid();
    await screen.rerender(field(2));
    await expect.element(text).toHaveValue('2');
    await expect.element(text).toBeValid();
  });
});

it('JSON that may not stand there is not taken over, and the field says why', async () => {
  const screen = await render(
    <Held<unknown> value={{ a: 1 }}>
      {(value, onChange) => (
        <JsonField
          complaint={next => (Array.isArray(next) ? 'No list.' : undefined)}
          label="Value"
          onChange={onChange}
          value={value}
        />
      )}
    </Held>,
  );
  const field = screen.getByRole('textbox', { name: 'Value' });
  await userEvent.fill(field, '[]');
  await expect.element(field).toHaveValue('[]');
  await expect.element(field).toHaveAccessibleDescription('No list.');
  await expect.element(screen.getByRole('status')).toHaveTextContent('{"a":1}');
});

it('half-typed JSON goes with its field to another place, and waits at the place it was left at', async () => {
  const at = (place: string, moves: boolean) => (
    <FieldPlace value={{ at: place, moves }}>
      <JsonField label="Value" onChange={nothing} value={1} />
    </FieldPlace>
  );
  const screen = await render(at('moved 1', true));
  const field = screen.getByRole('textbox', { name: 'Value' });
  await userEvent.fill(field, '1x');
  await screen.rerender(at('moved 2', true));
  await expect.element(field).toHaveValue('1x');
  await screen.unmount();
  const there = await render(at('moved 2', true));
  await expect.element(there.getByRole('textbox', { name: 'Value' })).toHaveValue('1x');
  await there.unmount();
  const before = await render(at('moved 1', true));
  await expect.element(before.getByRole('textbox', { name: 'Value' })).toHaveValue('1');
  await before.rerender(at('moved 2', false));
  await expect.element(before.getByRole('textbox', { name: 'Value' })).toHaveValue('1x');
});

describe('any value', () => {
  it('stays JSON while it is none yet, as 5x typed over 5, also when its field comes back', async () => {
    const shown = () =>
      render(
        <FieldPlace value={{ at: 'any value' }}>
          <Held<unknown> value={5}>
            {(value, onChange) => <ValueField label="count" onChange={onChange} value={value} />}
          </Held>
        </FieldPlace>,
      );
    keepBegunText('any value count', { text: '5x', over: 5, lacks: 'json' });
    const screen = await shown();
    const field = screen.getByRole('textbox', { name: 'count' });
    await field.click();
    await userEvent.keyboard('y');
    await screen.getByRole('button', { name: 'Elsewhere' }).click();
    await expect.element(field).toHaveValue('5xy');
    await userEvent.fill(field, '56');
    await screen.getByRole('button', { name: 'Elsewhere' }).click();
    await expect.element(screen.getByRole('spinbutton', { name: 'count' })).toHaveValue('56');
  });

  it.each(someOf(kinds, 3))('becomes %s by the choice of its type, and has a field for it', async kind => {
    const start = kind === 'text' ? 7 : 'planning';
    const screen = await render(
      <Held<unknown> value={start}>
        {(value, onChange) => <ValueField label="phase" onChange={onChange} value={value} />}
      </Held>,
    );
    await screen.getByRole('button', { name: /Type of phase/ }).click();
    await screen.getByRole('option', { name: valueKindLabels[kind], exact: true }).click();
    const told = JSON.stringify(convertValue(start, kind)) ?? 'undefined';
    expect((await screen.getByRole('status').findElement()).textContent).toBe(told);
    await expect.element(screen.getByLabelText('phase', { exact: true }).first()).toBeVisible();
  });

  const typing = async (start: unknown, keys: string, type?: VariableType) => {
    const screen = await render(
      <Held<unknown> value={start}>
        {(value, onChange) => (
          <ValueField label="count" onChange={onChange} value={value} {...(type && { type })} />
        )}
      </Held>,
    );
    const field = screen.getByLabelText('count', { exact: true }).first();
    await userEvent.click(field);
    const before = document.activeElement;
    await userEvent.keyboard(keys);
    // The field is the same to the end.
    expect(document.activeElement).toBe(before);
    const told = () =>
      screen
        .getByRole('status')
        .findElement()
        .then(({ textContent }) => textContent);
    const meanwhile = await told();
    await screen.getByRole('button', { name: 'Elsewhere' }).click();
    return [meanwhile, await told()];
  };

  it.each<[string, unknown, string, VariableType | undefined, string]>([
    ['a missing number', undefined, '0.25', 'number', '0.25'],
    ['a number where an empty text was', '', '125', 'number', '125'],
    ['a number in place of another', 3, '{End}{Backspace}75', undefined, '75'],
    ['true where nothing was', undefined, 'true', 'boolean', 'true'],
    ['a text that is no longer true', undefined, 'true?', 'boolean', '"true?"'],
    ['text, where text was', '5', '{End}5', 'number', '"55"'],
    ['one line of two', 'a\nb', '{Control>}{End}{/Control}{Backspace}{Backspace}c', undefined, '"ac"'],
  ])('becomes what is typed, in one field: %s', async (_, start, keys, type, told) => {
    expect(await typing(start, keys, type)).toEqual([told, told]);
  });

  it('stays where what is typed over a number is none', async () => {
    expect(await typing(3, '{End}{Backspace}x')).toEqual(['3', '3']);
    await expect.element(page.getByRole('spinbutton', { name: 'count' })).toHaveValue('x');
  });

  it('is missing once a number is taken out and the field left', async () => {
    expect(await typing(3, '{End}{Backspace}')).toEqual(['3', 'undefined']);
  });
});
