import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStudio, type Studio } from './support/studio.ts';

describe.each(['browser', 'electron'] as const)('the studio in the %s shell', kind => {
  const state: { studio?: Studio } = {};
  const studio = (): Studio => state.studio ?? expect.unreachable('the studio is not open');

  beforeAll(async () => {
    state.studio = await openStudio(kind);
  });
  afterAll(() => state.studio?.close());

  it('opens on the sample project, asks nothing of elsewhere and breaks no policy (checklist 1, 7)', async () => {
    const { page, faults } = studio();
    const elsewhere: string[] = [];
    const { origin } = new URL(page.url());
    page.on('request', request => {
      if (!request.url().startsWith(origin)) elsewhere.push(request.url());
    });
    await page.getByText('Planning rules').first().waitFor();
    expect([elsewhere, faults, new URL(page.url()).hash]).toEqual([[], [], '']);
  });

  it('hears of changes that another door makes', async () => {
    const { page } = studio();
    const heard = page.evaluate(hearOfAnEngine);
    const state = { isHeard: false };
    void heard.then(() => Object.assign(state, { isHeard: true }));
    // Who listens says nowhere that it has begun to.
    while (!state.isHeard) {
      await page.evaluate(callProcedure, [
        'engines.create',
        { engine: { name: 'From elsewhere', rules: [] } },
      ] as const);
      await page.waitForTimeout(300);
    }
    expect(await heard).toMatchObject({
      event: 'contextRuleEngine:created',
      id: expect.stringMatching(/^from-elsewhere/),
    });
  });

  it('runs no inline script and no eval, whoever writes them', async () => {
    const { page, faults } = studio();
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.body.append(script);
      const image = document.createElement('img');
      image.setAttribute('onerror', 'window.inlineRan = true');
      image.src = '/nothing.png';
      document.body.append(image);
      await new Promise(resolve => setTimeout(resolve, 300));
      return 'inlineRan' in window;
    });
    expect([ran, faults.filter(fault => fault.startsWith('policy')).length > 0]).toEqual([false, true]);
  });
});

/** In the page: the next event of an engine, by whatever way this shell tells them. */
function hearOfAnEngine(): Promise<unknown> {
  return new Promise(resolve => {
    // The page itself assembles, and has memories looked through, when it likes.
    const hear = (event: unknown) => {
      if (JSON.stringify(event).includes('"contextRuleEngine:')) resolve(event);
    };
    const bridge: unknown = Reflect.get(window, 'weft');
    if (typeof bridge === 'object' && bridge !== null) {
      const on: unknown = Reflect.get(bridge, 'on');
      if (typeof on === 'function') on(hear);
      return;
    }
    const socket = new WebSocket(`ws://${location.host}/events`);
    socket.addEventListener('message', message => hear(JSON.parse(String(message.data))));
  });
}

/** In the page: calls a procedure as the studio does. */
async function callProcedure([name, input]: readonly [string, unknown]): Promise<unknown> {
  const bridge: unknown = Reflect.get(window, 'weft');
  if (typeof bridge === 'object' && bridge !== null) {
    const call: unknown = Reflect.get(bridge, 'call');
    return typeof call === 'function' ? call(name, input) : undefined;
  }
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`/procedures/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
  return answer.json();
}
