import { Unlink } from 'lucide-react';
import { unlinkAlternatives } from '../../../stores/delete-rules.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { shownEngine } from '../../../stores/layouts.ts';
import { ruleOfEngine } from '../../../stores/rules-of-engine.ts';
import { rich, t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { selectRule } from '../selection.ts';
import styles from './RuleInspector.module.css';

interface AlternativesLineProps {
  readonly at: RuleRef;
  /** Ids of the rules of which any is enough, this one among them. */
  readonly group: readonly string[];
}

/** The rules that are alternatives of this one: any of them is enough. */
export function AlternativesLine({ at: { engineId, ruleId }, group }: AlternativesLineProps) {
  const engine = useDocuments(state => shownEngine(state.working, engineId));
  const others = group.flatMap(id => (id === ruleId ? [] : (ruleOfEngine(engine, id) ?? [])));
  if (others.length === 0) return null;
  const unlink = () => edit(t('unlink alternative'), draft => unlinkAlternatives(draft, engineId, [ruleId]));
  return (
    <p className={styles.alternatives}>
      {others.map(({ id, name }) => (
        <span key={id}>
          {rich('or {name}', {
            name: <TextLink onPress={() => selectRule({ engineId, ruleId: id })}>{name || id}</TextLink>,
          })}
        </span>
      ))}
      <IconButton icon={Unlink} name={t('No longer an alternative of these')} onPress={unlink} size="s" />
    </p>
  );
}
