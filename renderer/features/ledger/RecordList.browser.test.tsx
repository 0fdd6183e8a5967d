import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { RecordList } from './RecordList.tsx';
import { RecordRow } from './RecordRow.tsx';

const long = 'Scanner firmware 4.2 resets the clock after a battery change, so boardings count twice.';
const summaries = ['Short.', long, 'Shorter.'];

const rows = summaries.map((summary, at) => ({
  id: `r${at}`,
  recordId: `r${at}`,
  text: summary,
  content: <RecordRow end="07:40" kind="warning" summary={summary} />,
}));

it('gives what a record says a second line where one is too short, and moves those below it down', async () => {
  const screen = await render(
    <div data-testid="room" style={{ height: 400, width: 420 }}>
      <RecordList label="Records" sections={[{ id: 'day', heading: 'Wednesday', rows }]} />
    </div>,
  );
  const room = screen.getByTestId('room').element() as HTMLElement;
  const said = screen.getByText(long).element();
  const boxOf = (at: number) => screen.getByRole('option').nth(at).element().getBoundingClientRect();

  await expect.poll(() => boxOf(1).height).toBeGreaterThan(boxOf(0).height);
  expect(said.scrollHeight).toBe(said.clientHeight);
  expect(boxOf(0).height).toBe(48);
  // Places are whole pixels.
  await expect.poll(() => boxOf(2).top).toBe(Math.ceil(boxOf(1).bottom));

  room.style.width = '900px';
  await expect.poll(() => boxOf(1).height).toBe(48);
  await expect.poll(() => boxOf(2).top).toBe(boxOf(1).bottom);
});
