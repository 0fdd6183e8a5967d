import { expect, it } from 'vitest';
import { atOnce } from '../stretches.ts';
import { canonicalJson, formatCanonicalJson } from './canonical-json.ts';
import { engineOrder, memoryOrder, sampleOrder } from './key-orders.ts';

const parse = (text: string): unknown => JSON.parse(text);

it('puts the known keys of an engine in order and unknown ones behind, in the order they have', () => {
  const engine = parse(`{
    "zeta": 1, "rules": [{
      "then": {"extra": true, "add_memories": ["m"]}, "x_note": "kept", "enabled": false, "id": "r", "name": "R",
      "when": [{"value": {"b": 1, "a": 2}, "operator": "eq", "field": "addVar.a", "note": 1}],
      "tags": ["t"], "priority": 2, "description": "d"
    }], "enabled": true, "__proto__": {"y": 1}, "name": "E", "id": "e", "description": ""}`);
  expect(formatCanonicalJson(engine, engineOrder)).toBe(`{
  "id": "e",
  "name": "E",
  "description": "",
  "enabled": true,
  "rules": [
    {
      "id": "r",
      "name": "R",
      "description": "d",
      "priority": 2,
      "enabled": false,
      "tags": [
        "t"
      ],
      "when": [
        {
          "field": "addVar.a",
          "operator": "eq",
          "value": {
            "b": 1,
            "a": 2
          },
          "note": 1
        }
      ],
      "then": {
        "add_memories": [
          "m"
        ],
        "extra": true
      },
      "x_note": "kept"
    }
  ],
  "zeta": 1,
  "__proto__": {
    "y": 1
  }
}
`);
});

it("leaves a rule's enabled out when it is true, and an engine's in", () => {
  const text = formatCanonicalJson(
    parse('{"enabled": true, "rules": [{"enabled": true, "id": "r"}]}'),
    engineOrder,
  );
  expect(parse(text)).toEqual({ enabled: true, rules: [{ id: 'r' }] });
});

it('orders memories and samples by their own keys', () => {
  const memory =
    parse(`{"tags": [], "contribution": {"required": true, "format": "prose", "section": "state", "priority": "low"},
    "retrieval": {"pipeline": [{"params": {}, "type": "static", "alias": "a"}]}, "status": "active", "version": "1.0.0",
    "label": "L", "id": "m"}`);
  const formatted = parse(formatCanonicalJson(memory, memoryOrder)) as { contribution: object };
  expect(Object.keys(formatted)).toEqual([
    'id',
    'label',
    'version',
    'status',
    'retrieval',
    'contribution',
    'tags',
  ]);
  expect(Object.keys(formatted.contribution)).toEqual(['section', 'priority', 'format', 'required']);
  const sample = formatCanonicalJson(parse('{"request": {}, "name": "S", "id": "s"}'), sampleOrder);
  expect(sample).toBe('{\n  "id": "s",\n  "name": "S",\n  "request": {}\n}\n');
});

it.each([null, true, 1.5, 'ä"\n\u2028', [], {}, [[{}, []]], { a: [1, 'x', null] }])(
  'writes %j as JSON.stringify would, so that other tools find no difference',
  value => {
    expect(formatCanonicalJson(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
  },
);

it('writes the same in parts, stops in between, and makes no text that is longer than asked for', () => {
  const rule = { name: 'n', id: 'r', when: Array.from({ length: 400 }, (_, at) => ({ value: [at] })) };
  const engine = { rules: Array(20).fill(rule), id: 'e', more: { a: Array(2000).fill(-0), b: [] } };
  const text = formatCanonicalJson(engine, engineOrder);
  expect(atOnce(canonicalJson(engine, engineOrder))).toBe(text);
  expect([...canonicalJson(engine, engineOrder)].length).toBeGreaterThan(text.length / 40_000);
  expect(atOnce(canonicalJson(engine, engineOrder, text.length))).toBe(text);
  expect(atOnce(canonicalJson(engine, engineOrder, text.length / 2))).toBeUndefined();
});
