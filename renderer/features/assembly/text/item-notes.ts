import type { ContextItem } from '../../../../shared/model/assembled-context.ts';
import { originOf, originWords } from '../../../../shared/model/authority.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { t, told } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';

/** What to know of an item beside its content: where it is from, what was hidden, which twins it stands for. */
export function itemNotes(item: ContextItem): string[] {
  const { source, redacted, historical, also_from: twins = [] } = item;
  const place = source.title ?? source.ref;
  return [
    place === undefined ? source.kind : `${source.kind}: ${place}`,
    ...authorityNotes(item),
    ...(historical === true ? [t('historical')] : []),
    ...(redacted === undefined || redacted === 0
      ? []
      : [t('{secrets} redacted', { secrets: formatCounted(redacted, 'secret') })]),
    ...(twins.length === 0 ? [] : [t('also from {twins}', { twins: twins.join(', ') })]),
  ];
}

/** What stands as data because it has too little authority for its section says so, and where it comes from. */
function authorityNotes({ source, lowered_from: section }: ContextItem): string[] {
  const from = originOf(source);
  if (section === undefined && from === 'tool') return [told(originWords.tool)];
  if (section === undefined) return source.trust === 'imported' ? [told('imported')] : [];
  const origin = told(originWords[from]);
  return [
    t('data from {origin}: too little authority for {section}', {
      origin,
      section: t(sectionTitles[section]),
    }),
  ];
}
