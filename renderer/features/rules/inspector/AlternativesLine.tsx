import { Unlink } from 'lucide-react';
import { memo } from 'react';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { alternativesOf } from '../alternatives.ts';
import { unlinkAlternatives } from '../edits/layout-edits.ts';
import type { RuleRef } from '../edits/rule-edits.ts';
import { ruleOfEngine } from '../rules-of-engine.ts';
import { selectRule } from '../selection.ts';
import styles from './RuleInspector.module.css';

/** The rules that are alternatives of this one: any of them is enough. */
export const AlternativesLine = memo(function AlternativesLine({ at }: { readonly at: RuleRef }) {
  const { engineId, ruleId } = at;
  const group = useDocuments(state => alternativesOf(state.working.layouts[engineId], ruleId));
  const engine = useDocuments(state => (group.length > 0 ? state.working.engines[engineId] : undefined));
  const others = group.flatMap(id => (id === ruleId ? [] : (ruleOfEngine(engine, id) ?? [])));
  if (others.length === 0) return null;
  const unlink = () => edit('unlink alternative', draft => unlinkAlternatives(draft, engineId, [ruleId]));
  return (
    <p className={styles.alternatives}>
      {others.map(({ id, name }) => (
        <span key={id}>
          or <TextLink onPress={() => selectRule({ engineId, ruleId: id })}>{name || id}</TextLink>
        </span>
      ))}
      <IconButton icon={Unlink} name="No longer an alternative of these" onPress={unlink} size="s" />
    </p>
  );
});
