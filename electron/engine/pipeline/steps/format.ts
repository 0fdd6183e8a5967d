import type { Element } from '../../../../shared/model/element.ts';
import { bulletLines, numberedLines } from '../../assembly/render/list-lines.ts';
import { leastTrust } from '../trust.ts';
import { textParam } from './read-params.ts';
import type { StepRunner } from './step-runner.ts';

/** M2 `format`: one text made of a list, bullets unless something else is asked for. */
export const runFormat: StepRunner = ({ params, source, alias }) => ({
  kind: 'text',
  text: formatElements(source, textParam(params, 'format')),
  source: { kind: 'format', ref: alias, trust: leastTrust(source) },
});

function formatElements(elements: readonly Element[], format: string | undefined): string {
  const contents = elements.map(element => element.content);
  switch (format) {
    case 'numbered':
      return contents.map((content, index) => numberedLines(content, index + 1)).join('\n');
    case 'json':
      return JSON.stringify(contents, null, 2);
    case 'markdown':
      return elements.map(markdownBlock).join('\n\n');
    case 'prose':
      return contents.join('\n\n');
    default:
      return contents.map(bulletLines).join('\n');
  }
}

function markdownBlock({ title, content }: Element): string {
  return title === undefined || title === '' ? content : `### ${title}\n\n${content}`;
}
