import { memo, useRef, useState } from 'react';
import { ruleName } from '../../../stores/document-names.ts';
import { documentPlace } from '../../../stores/places.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldPlace } from '../../../ui/field-place.ts';
import { awaitFocus } from '../../../ui/focus-added.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TypeBadge } from '../../../ui/TypeBadge.tsx';
import { ValueField } from '../../../ui/ValueField.tsx';
import { type FormField, type FormGroup, isShown } from '../logic/form-groups.ts';
import { withVariable } from '../logic/request-edits.ts';
import { editRequest } from '../logic/sample-edits.ts';
import styles from './SampleForm.module.css';

interface VariableGroupProps {
  readonly sampleId: string;
  readonly group: FormGroup;
}

/** One scope, or the additional variables: what is given and what is asked for. */
export function VariableGroup({ sampleId, group }: VariableGroupProps) {
  // A group without a given or asked field is only here because the user wants to give one.
  const [all, setAll] = useState(() => !group.fields.some(isShown));
  const [isAdding, setAdding] = useState(false);
  const section = useRef<HTMLElement>(null);
  /** With the name of what was added, if anything was: what is typed next is its value, and no other one's. */
  const stopAdding = (added?: string) => {
    setAdding(false);
    const place = added === undefined ? '[data-adds]' : `[aria-label="${CSS.escape(added)}"]`;
    awaitFocus(() => {
      const next = section.current?.querySelector<HTMLElement>(place);
      next?.focus();
      return next != null;
    });
  };
  const shown = all ? group.fields : group.fields.filter(isShown);
  const hidden = group.fields.length - shown.length;
  const title = group.id === 'additional' ? t('Additional variables') : group.id;
  return (
    <section aria-label={title} className={styles.card} ref={section}>
      <PanelHeader
        actions={
          <div className={styles.more}>
            {hidden > 0 ? (
              <Button onPress={() => setAll(true)} variant="quiet">
                {t('Show {hidden} more', { hidden })}
              </Button>
            ) : null}
            <Button adds onPress={() => setAdding(true)} variant="quiet">
              {group.id === 'additional' ? t('Add variable') : t('Add field')}
            </Button>
          </div>
        }
        title={
          <>
            {title}
            <span className={styles.figures}>{figures(group.fields)}</span>
          </>
        }
      />
      {shown.map(field => (
        <FieldRow key={field.name} {...field} sampleId={sampleId} usedBy={field.usedBy.join(', ')} />
      ))}
      {isAdding ? <AddField group={group} onClose={stopAdding} sampleId={sampleId} /> : null}
    </section>
  );
}

function figures(fields: readonly FormField[]): string {
  const given = fields.filter(field => field.value !== undefined).length;
  const lacking = fields.filter(field => isShown(field) && field.value === undefined).length;
  if (given + lacking === 0) return t('not given');
  return [t('{given} given', { given }), ...(lacking > 0 ? [t('{lacking} missing', { lacking })] : [])].join(
    ', ',
  );
}

function setValue(sampleId: string, name: string, value: unknown): void {
  const label = value === undefined ? t('remove variable') : t('change variable');
  editRequest(sampleId, label, request => withVariable(request, name, value), name);
}

interface FieldRowProps extends Omit<FormField, 'usedBy'> {
  readonly sampleId: string;
  /** In one text, which is the same as long as they are. */
  readonly usedBy: string;
}

/** Drawn again only where something of it has changed: there may be a hundred. */
const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { sampleId, name, label, value, type, required, usedBy, example } = props;
  const users = usedBy === '' ? [] : usedBy.split(', ');
  const isLacking = required && (value === undefined || value === null);
  return (
    <div className={styles.field}>
      <span className={styles.name}>
        <TypeBadge type={type} />
        <span className={styles.label} title={name}>
          {label}
        </span>
      </span>
      <FieldPlace value={{ at: documentPlace('samples', sampleId) }}>
        <ValueField
          example={example}
          label={name}
          onChange={next => setValue(sampleId, name, next)}
          type={type}
          value={value}
        />
      </FieldPlace>
      <span
        className={classNames(styles.asked, isLacking && styles.lacking)}
        title={users.map(user => (user.includes('/') ? ruleName(user) : user)).join(', ')}
      >
        {isLacking ? t('needed by {count}', { count: users.length }) : askedWords(users)}
      </span>
    </div>
  );
});

/** Rules are named `<engine>/<rule>`, memories by their id. */
function askedWords(usedBy: readonly string[]): string {
  const rules = usedBy.filter(user => user.includes('/')).length;
  const memories = usedBy.length - rules;
  const parts = [
    ...(rules === 0 ? [] : [formatCounted(rules, 'rule')]),
    ...(memories === 0 ? [] : [formatCounted(memories, 'memory', 'memories')]),
  ];
  return parts.join(', ');
}

interface AddFieldProps extends VariableGroupProps {
  readonly onClose: (added?: string) => void;
}

function AddField({ sampleId, group, onClose }: AddFieldProps) {
  const [name, setName] = useState('');
  const prefix = group.id === 'additional' ? 'addVar.' : `scope.${group.id}.`;
  const problem = nameProblem(name, group.fields);
  const isComplete = name !== '' && problem === undefined;
  const add = () => {
    if (!isComplete) return;
    setValue(sampleId, `${prefix}${name}`, '');
    onClose(`${prefix}${name}`);
  };
  return (
    <form
      className={styles.add}
      onSubmit={event => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        autoFocus
        error={problem}
        label={
          group.id === 'additional'
            ? t('Name of the variable')
            : t('Name of the field of {id}', { id: group.id })
        }
        mono
        onChange={setName}
        placeholder={t('phase')}
        value={name}
      />
      <Button disabled={!isComplete} type="submit">
        {t('Add')}
      </Button>
      <Button onPress={() => onClose()} variant="quiet">
        {t('Cancel')}
      </Button>
    </form>
  );
}

function nameProblem(name: string, fields: readonly FormField[]): string | undefined {
  if (name.split('.').some(part => part === '') && name !== '') return t('A name has no empty part.');
  const given = fields.filter(field => field.value !== undefined);
  if (given.some(({ label }) => label === name)) return t('It is given already.');
  return given.some(({ label }) => label.startsWith(`${name}.`))
    ? t('Fields of it are given already.')
    : undefined;
}
