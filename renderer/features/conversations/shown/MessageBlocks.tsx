import {
  Braces,
  Brain,
  CornerDownRight,
  FileText,
  Image as ImageIcon,
  type LucideIcon,
  Wrench,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import { type Block, blockText, inputText } from '../../../../shared/model/block.ts';
import { chars4 } from '../../../../shared/model/chars4.ts';
import type { Message } from '../../../../shared/model/message.ts';
import { messageBlocks } from '../../../../shared/model/message-text.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import styles from './MessageBlocks.module.css';

interface MessageBlocksProps {
  readonly message: Message;
  /** Opens results, thoughts and whatever is long. */
  readonly isLong: boolean;
}

/** What a message is made of, block by block: texts, calls with what they were given, results, media, thoughts. */
export function MessageBlocks({ message, isLong }: MessageBlocksProps) {
  return (
    <div className={styles.blocks} data-long={isLong}>
      {messageBlocks(message).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other identity than its place in the message.
        <BlockLine block={block} key={at} />
      ))}
    </div>
  );
}

function BlockLine({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'text':
    case 'code':
      return block.text.trim() === '' ? null : <p className={styles.text}>{block.text}</p>;
    case 'tool_call':
      return (
        <Line icon={Wrench} name={block.name} title={t('Call {id}', { id: block.id })}>
          {inputText(block.input)}
        </Line>
      );
    case 'tool_result': {
      const text = block.content.map(blockText).join('\n');
      const title = t('Result of call {id}', { id: block.id });
      return (
        <Line
          icon={CornerDownRight}
          isError={block.is_error === true}
          name={block.is_error === true ? t('error') : t('result')}
          size={formatCounted(chars4(text), 'token')}
          title={title}
        >
          {text}
        </Line>
      );
    }
    case 'image':
      return <ImageLine block={block} />;
    case 'document':
      return (
        <Line icon={FileText} name={block.title ?? t('document')} title={t('Document')}>
          {block.text ?? block.url ?? block.file_id ?? block.media_type ?? ''}
        </Line>
      );
    case 'thinking':
      return (
        <Line icon={Brain} name={t('thought')} title={t('What the model thought; it is sent to no other')}>
          {block.text}
        </Line>
      );
    case 'opaque':
      return (
        <Line icon={Braces} name={t('unknown')} title={t('Of a kind that is not known: kept as it came')}>
          {inputText(block.value)}
        </Line>
      );
    default:
      return unreachable(block);
  }
}

/** Shown where its data are here; an address is not followed. */
function ImageLine({ block }: { readonly block: Extract<Block, { type: 'image' }> }) {
  const { data, media_type = 'image/png', url, file_id } = block;
  if (data !== undefined)
    return <img alt="" className={styles.image} src={`data:${media_type};base64,${data}`} />;
  return (
    <Line icon={ImageIcon} name={t('image')} title={t('Image, which is elsewhere')}>
      {url ?? file_id ?? ''}
    </Line>
  );
}

interface LineProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly title: string;
  readonly size?: string;
  readonly isError?: boolean;
  readonly children: ReactNode;
}

function Line({ icon: Icon, name, title, size, isError = false, children }: LineProps) {
  return (
    <div className={styles.line} data-error={isError}>
      <span className={styles.name} title={title}>
        <Icon aria-hidden size={13} />
        {name}
      </span>
      <span className={styles.content}>{children}</span>
      {size === undefined ? null : <span className={styles.size}>{size}</span>}
    </div>
  );
}
