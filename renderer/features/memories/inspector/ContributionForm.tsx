import { itemFormats, type PersistentMemory } from '../../../../shared/model/memory.ts';
import { scopes } from '../../../../shared/model/scope.ts';
import { priorities, sections, sectionTitles } from '../../../../shared/model/section.ts';
import { capitalized } from '../../../../shared/words.ts';
import { documentPlace } from '../../../stores/places.ts';
import { t, told } from '../../../texts/texts.ts';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { editMemory, setMaxItems, setRequired, setScopes } from '../edits/memory-edits.ts';
import styles from '../MemoryInspector.module.css';

const sectionOptions = sections.map(value => ({ value, label: t(sectionTitles[value]) }));
const priorityOptions = priorities.map(value => ({ value, label: capitalized(told(value)) }));
const formatOptions = itemFormats.map(value => ({
  value,
  label: capitalized(told(value.replace('_', ' '))),
}));
const scopeOptions = scopes.map(value => ({ value, label: value }));

/** Where the memory lands in the context and which scopes it reads. */
export function ContributionForm({ memory }: { readonly memory: PersistentMemory }) {
  const { contribution } = memory;
  const change = (label: string, set: (draft: PersistentMemory) => void, key?: string) =>
    editMemory(memory.id, label, set, key);
  return (
    <>
      <div className={styles.group}>
        <PanelHeader level="label" title={t('Section')} />
        <ChipGroup
          choose="one"
          label={t('Section')}
          onChange={([section]) =>
            section &&
            change(t('change section'), draft => {
              draft.contribution.section = section;
            })
          }
          options={sectionOptions}
          selected={[contribution.section]}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={t('Priority')}
          onChange={priority =>
            change(t('change priority'), draft => {
              draft.contribution.priority = priority;
            })
          }
          options={priorityOptions}
          value={contribution.priority}
        />
        <FieldPlace value={{ at: documentPlace('memories', memory.id) }}>
          <NumberField
            key={memory.id}
            label={t('At most')}
            limits={{ min: 0, step: 1, isWhole: true }}
            onChange={count =>
              change(t('change most items'), draft => setMaxItems(draft.contribution, count), t('max items'))
            }
            placeholder={t('all items')}
            value={contribution.max_items}
          />
        </FieldPlace>
        <Select
          label={t('Format')}
          onChange={format =>
            change(t('change format'), draft => {
              draft.contribution.format = format;
            })
          }
          options={formatOptions}
          value={contribution.format}
        />
        <div className={styles.group} title={t('Required items are cut only after all others.')}>
          <PanelHeader level="label" title={t('In a short budget')} />
          <Switch
            label={t('Required')}
            on={contribution.required === true}
            onChange={on =>
              change(on ? t('make required') : t('make optional'), draft =>
                setRequired(draft.contribution, on),
              )
            }
          />
        </div>
      </div>
      <div className={styles.group}>
        <PanelHeader level="label" title={t('Reads from scopes')} />
        <ChipGroup
          label={t('Reads from scopes')}
          onChange={chosen => change(t('change scopes'), draft => setScopes(draft, chosen))}
          options={scopeOptions}
          selected={memory.inputs_scope}
        />
      </div>
    </>
  );
}
