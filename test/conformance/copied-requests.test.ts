import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { requestLanguages } from '../../renderer/features/samples/logic/request-code.ts';

const request = {
  scope_variables: { agent: { agent_type: 'dev\'s "own"' } },
  additional_variables: {
    phase: 'planning',
    line: 'first\nJSON\n$(id) `id` ${HOME} \\',
    hidden: 'a\u200bb',
    nothing: null,
    yes: true,
    list: [],
    nested: { deep: [1, false] },
  },
};
const address = 'http://127.0.0.1:4747';

/** What stands between two marks. */
const between = (text: string, from: string, to: string) =>
  text.slice(text.indexOf(from) + from.length, text.lastIndexOf(to));

it('each of them sends the very request, whatever is in it, and holds no token', () => {
  const curl = requestLanguages.curl.write(request, address);
  expect(JSON.parse(between(curl, "<<'JSON'\n", '\nJSON\n'))).toEqual(request);
  const sdk = requestLanguages.sdk.write(request, address);
  expect(JSON.parse(between(sdk, 'getContext(', ');\nconsole'))).toEqual(request);
  for (const { write } of Object.values(requestLanguages))
    expect(write(request, address)).toContain('WEFT_TOKEN');
});

it('curl gets it through a real shell, byte for byte', () => {
  const script = requestLanguages.curl.write(request, address).replace('curl --fail-with-body', 'stand_in');
  const { stdout, status } = spawnSync('sh', ['-c', `stand_in() { cat; }\n${script}`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', WEFT_TOKEN: 't' },
  });
  expect([status, JSON.parse(stdout)]).toEqual([0, request]);
});

it.skipIf(spawnSync('python3', ['--version']).status !== 0)('Python reads the same value', () => {
  const [literal = ''] = requestLanguages.python.write(request, address).split('\ncall =');
  const { stdout } = spawnSync('python3', ['-c', `${literal}\nprint(json.dumps(request))`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual(request);
});
