import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { JsonField } from '../../../ui/JsonField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import styles from './ItemsField.module.css';

interface ItemsFieldProps {
  readonly label: string;
  readonly items: readonly unknown[];
  readonly onChange: (items: readonly unknown[]) => void;
}

/** Fixed texts of a memory, in order; an item may carry fields beside its text. */
export function ItemsField({ label, items, onChange }: ItemsFieldProps) {
  const replace = (index: number, item: unknown) =>
    onChange(items.map((old, position) => (position === index ? item : old)));
  const move = (index: number, by: 1 | -1) => onChange(moved(items, index, index + by));
  const remove = (index: number) => onChange(items.filter((_item, position) => position !== index));
  return (
    <div className={styles.field}>
      <PanelHeader level="label" title={label} />
      {items.length === 0 ? <p className={styles.empty}>{t('No items yet.')}</p> : null}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place, and texts may repeat.
        <div className={styles.item} key={index}>
          <span className={styles.number}>{index + 1}</span>
          <ItemEditor
            item={item}
            name={t('Item {index}', { index: index + 1 })}
            onChange={next => replace(index, next)}
          />
          <span className={styles.actions}>
            <IconButton
              disabled={index === 0}
              icon={ArrowUp}
              name={t('Move item {index} up', { index: index + 1 })}
              onPress={() => move(index, -1)}
              size="s"
            />
            <IconButton
              disabled={index === items.length - 1}
              icon={ArrowDown}
              name={t('Move item {index} down', { index: index + 1 })}
              onPress={() => move(index, 1)}
              size="s"
            />
            <IconButton
              icon={Trash2}
              name={t('Remove item {index}', { index: index + 1 })}
              onPress={() => remove(index)}
              size="s"
            />
          </span>
        </div>
      ))}
      <div>
        <Button adds onPress={() => onChange([...items, ''])} variant="quiet">
          {t('Add item')}
        </Button>
      </div>
    </div>
  );
}

interface ItemEditorProps {
  readonly item: unknown;
  readonly name: string;
  readonly onChange: (item: unknown) => void;
}

function ItemEditor({ item, name, onChange }: ItemEditorProps) {
  if (!isJsonObject(item)) {
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    return (
      <TextArea
        label={name}
        labelHidden
        onChange={onChange}
        placeholder={t('What the context should say')}
        rows={rowsOf(text)}
        value={text}
      />
    );
  }
  const content = typeof item.content === 'string' ? item.content : '';
  const { content: _content, ...fields } = item;
  return (
    <div className={styles.body}>
      <TextArea
        label={name}
        labelHidden
        onChange={text => onChange({ ...item, content: text })}
        rows={rowsOf(content)}
        value={content}
      />
      <JsonField
        label={t('Fields of {name}', { name })}
        complaint={value =>
          isJsonObject(value) ? undefined : t('Fields are named: {example}.', { example })
        }
        // An item stays one with fields while they are written, also when there is none of them.
        onChange={value => isJsonObject(value) && onChange({ ...value, content })}
        value={fields}
      />
    </div>
  );
}

const example = JSON.stringify({ tags: ['auth'] });

/** As tall as the text, within reason; about 80 characters fit a line. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
  return Math.min(8, Math.max(1, lines));
}

function moved(items: readonly unknown[], from: number, to: number): unknown[] {
  const others = items.filter((_item, index) => index !== from);
  return [...others.slice(0, to), items[from], ...others.slice(to)];
}
