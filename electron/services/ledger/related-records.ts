import type { Output } from '../../../shared/contract/contract.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import type { LedgerSource } from './ledger-source.ts';

type Related = Output<'ledger.get'>['related'][number];

/** Of what names a record, so much is told. */
const mostRelated = 200;

/** What a record names, and what names it. */
export async function relatedRecords(source: LedgerSource, item: LedgerItem): Promise<Related[]> {
  const { index } = source;
  const links: { readonly item: LedgerItem; readonly relation: string }[] = [];
  for (const { relation, id } of linksOf(item)) {
    const other = index.get('decision', id) ?? index.get('entry', id);
    if (other !== undefined) links.push({ item: other, relation });
  }
  for (const other of [...index.decisions(), ...index.entries()])
    for (const { relation, id } of linksOf(other))
      if (id === item.id) links.push({ item: other, relation: `${relation}_by` });
  const shown = links.slice(0, mostRelated);
  const records = await source.read(shown.map(link => link.item));
  return records.map(({ record }, at) => {
    const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
    return { id, kind: record.kind, relation: shown[at]?.relation ?? '', summary };
  });
}

function linksOf(item: LedgerItem): { readonly relation: string; readonly id: string }[] {
  if (item.kind === 'entry') return item.relatesTo.map(id => ({ relation: 'relates_to', id }));
  return [
    ...item.dependsOn.map(id => ({ relation: 'depends_on', id })),
    ...(item.supersedes === undefined ? [] : [{ relation: 'supersedes', id: item.supersedes }]),
  ];
}
