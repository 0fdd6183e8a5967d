import { unreachable } from '../../../shared/contract/errors.ts';
import { renderJson } from './render/render-json.ts';
import { renderMarkdown } from './render/render-markdown.ts';
import { renderXml } from './render/render-xml.ts';
import type { Renderable } from './render/rendered-section.ts';

export const renderFormats = ['markdown', 'xml', 'json'] as const;
export type RenderFormat = (typeof renderFormats)[number];

export interface RenderOptions {
  readonly format: RenderFormat;
  /** Writes beside each item where it came from and how far that may be trusted. */
  readonly provenance?: boolean;
}

/** The text of an assembled context. Contents cannot forge its frame: headings, tags, fences, marks. */
export function renderContext(assembled: Renderable, { format, provenance = false }: RenderOptions): string {
  switch (format) {
    case 'markdown':
      return renderMarkdown(assembled, provenance);
    case 'xml':
      return renderXml(assembled, provenance);
    case 'json':
      return renderJson(assembled, provenance);
    default:
      return unreachable(format);
  }
}
