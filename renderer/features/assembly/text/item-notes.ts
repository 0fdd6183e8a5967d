import type { ContextItem } from '../../../../shared/model/assembled-context.ts';
import { formatCounted } from '../../../ui/format-number.ts';

/** What to know of an item beside its content: where it is from, what was hidden, which twins it stands for. */
export function itemNotes(item: ContextItem): string[] {
  const { source, redacted, historical, also_from: twins = [] } = item;
  const place = source.title ?? source.ref;
  return [
    place === undefined ? source.kind : `${source.kind}: ${place}`,
    ...(source.trust === 'imported' ? ['imported'] : []),
    ...(historical === true ? ['historical'] : []),
    ...(redacted === undefined || redacted === 0 ? [] : [`${formatCounted(redacted, 'secret')} redacted`]),
    ...(twins.length === 0 ? [] : [`also from ${twins.join(', ')}`]),
  ];
}
