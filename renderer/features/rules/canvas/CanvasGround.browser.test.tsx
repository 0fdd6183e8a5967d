import { ReactFlowProvider, useStoreApi } from '@xyflow/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CanvasView } from './Canvas.tsx';
import { CanvasGround } from './CanvasGround.tsx';

let store: ReturnType<typeof useStoreApi> | undefined;

/** Hands the canvas's store to the test. */
function Store() {
  store = useStoreApi();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const show = (x: number, zoom: number) => store?.setState({ transform: [x, 0, zoom] });

async function showGround() {
  await render(
    <ReactFlowProvider>
      <Store />
      <CanvasView>
        <CanvasGround />
      </CanvasView>
    </ReactFlowProvider>,
  );
  const dots = document.querySelector<HTMLElement>('[aria-hidden] > div');
  if (dots === null) throw new Error('there are no dots');
  return () => ({
    isShown: getComputedStyle(dots).visibility === 'visible',
    gap: dots.style.backgroundSize,
    x: new DOMMatrix(dots.style.transform).e,
  });
}

it('moves with a canvas that is panned, and takes one step of zoom at once', async () => {
  const ground = await showGround();
  show(-4, 1);
  expect(ground()).toEqual({ isShown: true, gap: '20px 20px', x: -4 });
  show(-4, 1.5);
  expect(ground()).toEqual({ isShown: true, gap: '30px 30px', x: -4 });
});

it('is gone while a zoom goes on, and where it belongs once that rests', async () => {
  const ground = await showGround();
  for (const zoom of [1.1, 1.2, 1.3, 1.4]) {
    show(-4, zoom);
    vi.advanceTimersByTime(100);
  }
  expect(ground()).toEqual({ isShown: false, gap: '22px 22px', x: -4 });
  show(-9, 1.4);
  expect(ground()).toEqual({ isShown: false, gap: '22px 22px', x: -4 });
  vi.advanceTimersByTime(150);
  expect(ground()).toEqual({ isShown: true, gap: '28px 28px', x: -9 });
});
