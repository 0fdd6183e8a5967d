import { expect, it } from 'vitest';
import { controls, hostileName, rawControls } from '../../../test/support/hostile-names.ts';
import { visibleProps } from './visible-props.ts';

const layout = new Set(['\t', '\n', '\r']);

it.each(controls.filter(control => !layout.has(control)))('spells %j out in all that is shown', control => {
  const code = `[U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  const shown = (text: string) => ({
    children: [text, ['nested ', text]],
    title: text,
    alt: text,
    placeholder: text,
    'aria-label': text,
    'aria-description': text,
    'aria-valuetext': text,
    textValue: text,
  });
  expect(visibleProps(shown(`a${control}b`))).toEqual(shown(`a${code}b`));
});

it('leaves what is edited, what is no text, and the very object where nothing hides', () => {
  const raw = hostileName('x');
  expect(rawControls(raw).length).toBeGreaterThan(90);
  expect(visibleProps({ value: raw, children: 7 })).toEqual({ value: raw, children: 7 });
  const render = () => null;
  const props = { children: ['plain', 1, null, { type: 'b' }, 'é 👩‍💻'], title: 'a\nb', render };
  expect(visibleProps(props)).toBe(props);
});
