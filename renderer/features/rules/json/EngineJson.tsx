import { useCallback, useMemo } from 'react';
import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { checkShape } from '../../../../shared/model/check-shape.ts';
import { engineOrder } from '../../../../shared/model/key-orders.ts';
import { type ContextRuleEngine, engineSchema } from '../../../../shared/model/rule.ts';
import { checkEngine } from '../../../../shared/rules/validate-rule.ts';
import { edit } from '../../../stores/documents.ts';
import { t } from '../../../texts/texts.ts';
import { JsonEditor, type JsonVerdict } from '../../../ui/JsonEditor.tsx';
import { replaceEngine } from '../edits/engine-edits.ts';
import { useCurrentRule, useSelectedRuleIds } from '../selection.ts';
import { useEngine } from '../use-rule.ts';

/** The engine as it will stand in its file. Every text that is a valid engine is taken over as one step. */
export function EngineJson({ engineId }: { readonly engineId: string }) {
  const engine = useEngine(engineId);
  // The bytes that saving would write.
  const text = useMemo(() => engine && formatCanonicalJson(engine, engineOrder), [engine]);
  const judge = useCallback((value: unknown) => judgeEngine(value, engineId), [engineId]);
  const apply = useCallback(
    (value: unknown) =>
      edit(
        t('edit JSON'),
        draft => replaceEngine(draft, engineId, value as ContextRuleEngine),
        `json/${engineId}`,
      ), // judged before
    [engineId],
  );
  const ruleId = useCurrentRule()?.ruleId;
  const together = useSelectedRuleIds(engineId);
  // One value while the same places are meant, however often the engine changes.
  const places = selectedPlaces(engine, ruleId, together).join(' ');
  const part = useMemo(
    () =>
      ruleId === undefined || places === ''
        ? undefined
        : { id: ruleId, paths: places.split(' ').map(place => ['rules', Number(place)]) },
    [ruleId, places],
  );
  if (text === undefined) return null;
  return <JsonEditor judge={judge} label={t('Engine as JSON')} onApply={apply} part={part} text={text} />;
}

/** Where the rule in sight stands among the rules, then those that are selected with it. */
export function selectedPlaces(
  engine: ContextRuleEngine | undefined,
  ruleId: string | undefined,
  together: ReadonlySet<string>,
): number[] {
  const rules = engine?.rules ?? [];
  const lead = rules.findIndex(rule => rule.id === ruleId);
  const others = rules.flatMap(({ id }, index) => (index !== lead && together.has(id) ? [index] : []));
  return lead < 0 ? [] : [lead, ...others];
}

/** Everything wrong with the engine. What has the shape of one is taken over; the rest is for Problems. */
export function judgeEngine(value: unknown, engineId: string): JsonVerdict {
  const judged = checkShape(engineSchema, value);
  const problems = checkEngine(value);
  if (!judged.ok || judged.value.id === engineId) return { problems, acceptable: judged.ok };
  const message = t(
    'The id is the file\'s name and stays "{engineId}". To have it under another id, duplicate the engine.',
    { engineId },
  );
  return { problems: [...problems, { code: 'id', path: 'id', message }], acceptable: false };
}
