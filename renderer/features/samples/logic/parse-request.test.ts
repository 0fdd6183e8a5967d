import { describe, expect, it } from 'vitest';
import { parsePastedRequest, requestProblems } from './parse-request.ts';

const request = { scope_variables: { agent: { agent_id: 'a' } } };
const json = JSON.stringify(request);

describe('parsePastedRequest', () => {
  it.each([
    ['bare JSON', json],
    ['a log line', `2026-11-02 POST /assemble ${json} 200`],
    ['a curl command', `curl -X POST http://localhost/assemble -d '${json}'`],
    ['a call with the request inside', JSON.stringify({ request, overlay: {} })],
    ['an HTTP record', JSON.stringify({ method: 'POST', body: request })],
  ])('takes %s', (_title, text) => {
    expect(parsePastedRequest(text)).toEqual({ ok: true, request, problems: [] });
  });

  it('takes the name of a sample file', () => {
    const sample = { id: 'x', name: 'planning · developer', request };
    expect(parsePastedRequest(JSON.stringify(sample))).toMatchObject({
      ok: true,
      name: 'planning · developer',
    });
  });

  it('takes a request with problems and says all of them', () => {
    const bad = { scope_variables: { team: {} }, constraints: { max_tokens: 0 } };
    expect(parsePastedRequest(JSON.stringify(bad))).toMatchObject({
      ok: true,
      problems: [{ path: 'scope_variables.team' }, { path: 'constraints.max_tokens' }],
    });
  });

  it.each([
    ['hello', 'There is no JSON object in this text.'],
    [
      '{"a": }',
      'Line 1, column 7 of the object: A value is expected here; the last entry has no comma behind it.',
    ],
    ['{"messages": []}', 'A request has "scope_variables"; this has messages.'],
  ])('refuses %j', (text, reason) => {
    expect(parsePastedRequest(text)).toEqual({ ok: false, reason });
  });
});

it('has no problem with an empty request', () => {
  expect(requestProblems({ scope_variables: {} })).toEqual([]);
});
