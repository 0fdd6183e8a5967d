import { expect, it, onTestFinished } from 'vitest';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { traceHtml } from './trace-html.ts';

const hostile = `</pre></style></title><script>parent.ran = 1</script><img src=x onerror="parent.ran = 1">'"\u202eback`;

const result: AssembledContext = {
  request_id: hostile,
  context: {
    knowledge: [
      {
        id: `${hostile}#1`,
        memory_id: hostile,
        content: hostile,
        tokens: 3,
        weight: 1,
        source: { kind: 'static' },
      },
    ],
  } as unknown as AssembledContext['context'], // the source's own shape is not shown
  trace: {
    memory_calls: [
      {
        memory_id: hostile,
        requested_by: [{ kind: 'rule', engine_id: 'e', rule_id: 'r' }],
        status: 'failed',
        items: 0,
        kept: 0,
        started_ms: 0,
        duration_ms: 1,
        error: { code: hostile, message: hostile },
        format: 'prose',
        steps: [{ type: hostile, alias: hostile, duration_ms: 1, count: 0, result: 'none', error: hostile }],
      },
    ],
    rules_applied: [{ engine_id: 'e', rule_id: 'r', rule_name: hostile, memories: [hostile] }],
    variables_used: [],
    missing_variables: [{ name: hostile, needed_by: [hostile] }],
    shadowed_variables: [{ name: hostile, winner: hostile, shadowed: [hostile] }],
    dropped: [],
    warnings: [{ code: 'x', message: hostile }] as unknown as AssembledContext['trace']['warnings'], // what is read of it
    stages: [{ name: 'validate', started_ms: 0, duration_ms: 1 }],
  },
  meta: {
    token_estimate: 3,
    estimator: hostile,
    section_tokens: { knowledge: 3 },
    total_items: 1,
    truncated: true,
    degraded: true,
    duration_ms: 2,
  },
} satisfies AssembledContext;

/** Shows the page in a frame of its own, without its policy: what is escaped needs none. */
async function show(html: string): Promise<Document> {
  const frame = document.createElement('iframe');
  // The page is another test's when this one is done.
  onTestFinished(() => frame.remove());
  frame.srcdoc = html.replace(/<meta http-equiv[^>]*>/, '');
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const shown = frame.contentDocument;
  if (shown === null) throw new Error('the frame shows nothing');
  return shown;
}

it('a hostile name in any place of it is a text, and runs nothing', async () => {
  const page = traceHtml({
    result,
    ruleNames: new Map([['e/r', hostile]]),
    dropped: [hostile],
    sampleName: hostile,
  });
  const shown = await show(page);
  expect(Reflect.get(window, 'ran')).toBeUndefined();
  expect([...shown.querySelectorAll('script, img, link, [src], [href], [onerror]')]).toEqual([]);
  expect(shown.querySelector('pre')?.textContent).toBe(hostile.replace('\u202e', '[U+202E]'));
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  // A control: what is not escaped would have run here.
  await show(page.replace('<main>', '<main><script>parent.ran = 1</script>'));
  expect(Reflect.get(window, 'ran')).toBe(1);
  Reflect.deleteProperty(window, 'ran');
});
