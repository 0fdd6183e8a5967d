import { unreachable } from '../contract/errors.ts';

/** Where in the source of an entry something stands: keys and positions from its root on. */
export type Path = readonly (string | number)[];

/** A text; `code` where its source calls it so. `at` is where it stands in the source. */
export type TextBlock = { readonly type: 'text' | 'code'; readonly text: string; readonly at?: Path };
/** A model asks for a tool. `at` is where the call stands in the source, all of it. */
export type ToolCall = {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly at?: Path;
  /** Where else in the source the same call stands, or what goes with it, such as a request to approve it. */
  readonly copies?: readonly Path[];
  /** What it waits for where that is no result: a user's approval, or nothing, since one decided or its provider runs it. */
  readonly awaits?: 'approval' | 'nothing';
};
/** What a tool gave. `id` is that of its call. */
export type ToolResult = {
  readonly type: 'tool_result';
  readonly id: string;
  readonly name?: string;
  readonly is_error?: boolean;
  readonly content: readonly ResultBlock[];
  readonly at?: Path;
};
/** Either an address, or data in base64; with neither, one that stands elsewhere, known by its `file_id`. */
export type Media = {
  readonly url?: string;
  readonly data?: string;
  readonly media_type?: string;
  readonly file_id?: string;
};
export type ImageBlock = { readonly type: 'image' } & Media;
export type DocumentBlock = {
  readonly type: 'document';
  readonly title?: string;
  readonly text?: string;
} & Media;
/** What a model thought before it spoke; its provider may have signed it. */
type ThinkingBlock = {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: string;
  readonly at?: Path;
};
/** What Weft does not know: kept as it is, and given back. `as` says of it that it is a thought nobody can read, or begins a step. */
type OpaqueBlock = {
  readonly type: 'opaque';
  readonly value: unknown;
  readonly at?: Path;
  readonly as?: 'thought' | 'step';
};

export type ResultBlock = TextBlock | ImageBlock | DocumentBlock | OpaqueBlock;
/** One part of a message, whichever program wrote it. */
export type Block = ResultBlock | ToolCall | ToolResult | ThinkingBlock;

/** What is called, or was: its arguments as one text. */
export const inputText = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '');

/** What a block says to whoever reads it as text. Thoughts are their model's own, and of what is not known nothing is said. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'code':
      return block.text;
    case 'tool_call':
      return `[called ${block.name}: ${inputText(block.input)}]`;
    case 'tool_result':
      return [`[result of ${block.name ?? block.id}]`, ...block.content.map(blockText)]
        .filter(text => text !== '')
        .join('\n');
    case 'image':
      return '[image]';
    case 'document':
      return [`[document${block.title === undefined ? '' : ` ${block.title}`}]`, block.text ?? '']
        .filter(text => text !== '')
        .join('\n');
    case 'thinking':
    case 'opaque':
      return '';
    default:
      return unreachable(block);
  }
}
