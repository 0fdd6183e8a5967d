import { isMissing } from '../../model/json.ts';
import type { Domain, OperatorKind } from './operator-kind.ts';
import { textTypes } from './suited-types.ts';

interface TextComparison extends Pick<OperatorKind, 'label' | 'symbol'> {
  readonly verb: string;
  readonly alias: string;
  readonly holds: (actual: string, value: string) => boolean;
  readonly domain: (value: string) => Domain;
}

/** The shape `starts_with` and `ends_with` share: both sides are texts, else it is an error. */
export const textComparison = ({
  label,
  symbol,
  verb,
  alias,
  holds,
  domain,
}: TextComparison): OperatorKind => ({
  label,
  symbol,
  takes: 'text',
  suits: textTypes,
  alias,
  cost: 3,
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    if (typeof actual !== 'string' || typeof value !== 'string') return 'error';
    return holds(actual, value) ? 'matched' : 'failed';
  },
  reason(actual, value, { show, describe }) {
    if (typeof actual !== 'string') return `is ${describe(actual)}, not a text`;
    if (typeof value !== 'string') return `cannot ${verb} ${describe(value)}; give a text`;
    return `is ${show(actual)}, which does not ${verb} ${show(value)}`;
  },
  domain: value => (typeof value === 'string' ? domain(value) : { kind: 'never' }),
  boundaries: value => [value, String(value).slice(0, -1), `x${String(value)}`, `${String(value)}x`],
});
