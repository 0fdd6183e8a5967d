import { Save } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { checkControls, longText } from '../../test/support/control-states.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { IconButton } from './IconButton.tsx';
import { Kbd } from './Kbd.tsx';
import { LogoMark } from './LogoMark.tsx';
import { TextLink } from './TextLink.tsx';
import { Tooltip, TooltipAnchor } from './Tooltip.tsx';
import { WhyNotButton } from './WhyNotButton.tsx';

const nothing = () => undefined;

checkControls({
  Button: {
    plain: <Button>Cancel</Button>,
    primary: <Button variant="primary">Save</Button>,
    quiet: <Button variant="quiet">Undo</Button>,
    danger: <Button variant="danger">Delete</Button>,
    'with icon and key': (
      <Button icon={Save} keys="Mod+S">
        Save
      </Button>
    ),
    adds: <Button adds>Add condition</Button>,
    disabled: <Button disabled>Save</Button>,
    'long text': <Button icon={Save}>{longText}</Button>,
  },
  CopyButton: {
    plain: <CopyButton label="Copy JSON" onError={nothing} text="{}" />,
    compact: <CopyButton compact label="Copy JSON" onError={nothing} text="{}" />,
  },
  IconButton: {
    plain: <IconButton icon={Save} name="Save" onPress={nothing} />,
    on: <IconButton icon={Save} name="Follow" onPress={nothing} pressed />,
    small: <IconButton adds name="Add" onPress={nothing} size="s" />,
    disabled: <IconButton disabled icon={Save} name="Save" onPress={nothing} />,
  },
  Kbd: { plain: <Kbd keys="Mod+K" /> },
  LogoMark: { plain: <LogoMark /> },
  TextLink: {
    plain: <TextLink onPress={nothing}>Planning rules</TextLink>,
    'long id': (
      <TextLink mono onPress={nothing}>
        {longText}
      </TextLink>
    ),
  },
  Tooltip: {
    anchored: (
      <Tooltip text="Counted exactly">
        <TooltipAnchor>
          <span>1,180</span>
        </TooltipAnchor>
      </Tooltip>
    ),
  },
  WhyNotButton: { plain: <WhyNotButton about="architecture-docs" onPress={nothing} /> },
});

it.each(['{Enter}', ' '])('a button is pressed by the key "%s", and not while it is disabled', async key => {
  const press = vi.fn();
  const screen = await render(<Button onPress={press}>Save</Button>);
  await userEvent.tab();
  await userEvent.keyboard(key);
  expect(press).toHaveBeenCalledTimes(1);
  await screen.rerender(
    <Button disabled onPress={press}>
      Save
    </Button>,
  );
  await userEvent.keyboard(key);
  await screen.getByRole('button').click({ force: true });
  expect(press).toHaveBeenCalledTimes(1);
});

it('an icon tells its name and its key in a tooltip, at the pointer and at the focus', async () => {
  const screen = await render(
    <>
      <IconButton icon={Save} keys="Mod+S" name="Save all" onPress={nothing} />
      <IconButton icon={Save} name="Follow" onPress={nothing} pressed={false} />
    </>,
  );
  await userEvent.tab();
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Save allCtrl S');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Save all' }).hover();
  await screen.getByRole('button', { name: 'Follow', pressed: false }).hover();
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Follow');
});

it('copying says so, and a failure is handed on', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const onError = vi.fn();
  const failing = () => Promise.reject(new Error('no text'));
  const screen = await render(
    <>
      <CopyButton label="Copy JSON" onError={onError} text={() => '{"a":1}'} />
      <CopyButton label="Copy link" onError={onError} text={failing} />
    </>,
  );
  await screen.getByRole('button', { name: 'Copy JSON' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(write).toHaveBeenCalledWith('{"a":1}');
  await screen.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => onError.mock.calls).toEqual([[new Error('no text')]]);
});

it('what adds something puts the focus into the first text of what was added', async () => {
  const add = () => {
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Name');
    document.body.append(field);
  };
  const screen = await render(
    <Button adds onPress={add}>
      Add
    </Button>,
  );
  await screen.getByRole('button').click();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveFocus();
  field.element().remove();
});

it('asking why not names what is not there', async () => {
  const press = vi.fn();
  const screen = await render(<WhyNotButton about="glossary" onPress={press} title="It is muted" />);
  await screen.getByRole('button', { name: 'Why not glossary?' }).click();
  expect(press).toHaveBeenCalledTimes(1);
});
