import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchBrowser } from '../support/find-browser.ts';
import { repository } from '../support/run-weft.ts';

const script = `(async () => {
  const source = "import { createEvaluator } from 'http://rules.test/rules.js';" +
    "onmessage = ({ data: { engines, request } }) => postMessage(createEvaluator(engines).evaluate(request, { explain: true }));";
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
  const { createEvaluator, fixRule } = await import('/rules.js');
  const when = [{ field: 'input.text', operator: 'regex', value: '^plan' }];
  const rule = { id: 'r', name: 'R', when, then: { add_memories: ['notes'] } };
  const engines = [{ id: 'e', name: 'E', description: '', enabled: true, rules: [rule] }];
  const request = { scope_variables: {}, input: { text: 'plan it' } };
  const inPage = createEvaluator(engines).evaluate(request, { explain: true });
  const inWorker = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage({ engines, request });
  });
  const { distance } = fixRule(rule, { scope_variables: {} });
  return { matched: inPage.matchedMemories, isSame: JSON.stringify(inPage) === JSON.stringify(inWorker), distance };
})()`;

it('a page and a worker of it evaluate rules with the modules as they are built', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', error => faults.push(String(error)));
    await page.context().route('http://rules.test/**', async route => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<title>rules</title>' });
      const body = await readFile(join(repository, 'dist/engine', path));
      const headers = { 'access-control-allow-origin': '*' };
      return route.fulfill({ contentType: 'text/javascript', body, headers });
    });
    await page.goto('http://rules.test/');
    expect({ seen: await page.evaluate(script), faults }).toEqual({
      seen: { matched: ['notes'], isSame: true, distance: 1 },
      faults: [],
    });
  } finally {
    await browser.close();
  }
});
