import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Element } from '../../../../shared/model/element.ts';
import { format as kind } from '../../../../shared/pipeline/steps/format.ts';
import { bulletLines, numberedLines } from '../../assembly/render/list-lines.ts';
import { defineStep } from '../define-step.ts';
import { leastTrusted } from '../trust.ts';

/** One text made of a list; it is what the context gets. */
export const format = defineStep(kind, {
  run: ({ params, source, alias }) => ({
    kind: 'text',
    text: formatElements(source, params.format),
    source: { kind: 'format', ref: alias, ...leastTrusted(source) },
    isOutput: true,
  }),
});

function formatElements(
  elements: readonly Element[],
  format: (typeof kind.params.format.choices)[number],
): string {
  const contents = elements.map(element => element.content);
  switch (format) {
    case 'bullet_list':
      return contents.map(bulletLines).join('\n');
    case 'numbered':
      return contents.map((content, index) => numberedLines(content, index + 1)).join('\n');
    case 'json':
      return JSON.stringify(contents, null, 2);
    case 'markdown':
      return elements.map(markdownBlock).join('\n\n');
    case 'prose':
      return contents.join('\n\n');
    default:
      return unreachable(format);
  }
}

function markdownBlock({ title, content }: Element): string {
  return title === undefined || title === '' ? content : `### ${title}\n\n${content}`;
}
