import { expect, it } from 'vitest';
import { openStudio } from './support/studio.ts';

/** A text, since the test runner would rewrite the import of a function. */
const script = `(async () => {
  const { createClient } = await import('/sdk.js');
  const client = createClient();
  const events = [];
  const completed = Promise.withResolvers();
  const hear = ({ event }) => {
    events.push(event);
    if (event === 'contextAssembly:complete') completed.resolve();
  };
  const subscription = client.events.subscribe(hear, { requestId: 'page' });
  await subscription.ready;
  const request = { scope_variables: { agent: { agent_type: 'developer' } }, additional_variables: { phase: 'planning' } };
  const { meta } = await client.contextAssembly.getContext(request, { requestId: 'page' });
  await completed.promise;
  subscription.close();
  const failed = await client.contextRuleEngine.get('absent').catch(error => error.code);
  return { hasItems: meta.total_items > 0, first: events[0], failed };
})()`;

it('a page that Weft serves uses the SDK without address and token', async () => {
  const { page, faults, close } = await openStudio('browser');
  try {
    await page.getByRole('main').first().waitFor();
    expect({ seen: await page.evaluate(script), faults }).toEqual({
      seen: { hasItems: true, first: 'contextAssembly:started', failed: 'not_found' },
      faults: [],
    });
  } finally {
    await close();
  }
});
