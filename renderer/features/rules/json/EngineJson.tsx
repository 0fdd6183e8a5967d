import { useCallback, useMemo } from 'react';
import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { checkShape } from '../../../../shared/model/check-shape.ts';
import { engineOrder } from '../../../../shared/model/key-orders.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { type ContextRuleEngine, engineSchema } from '../../../../shared/model/rule.ts';
import { checkEngine } from '../../../../shared/rules/validate-rule.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { provideJsonCommands } from '../../../stores/json-commands.ts';
import { documentPlace } from '../../../stores/places.ts';
import { type StudioProblem, useProblems } from '../../../stores/problems.ts';
import { useSeenValues } from '../../../stores/seen-values.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import type { SuggestValues } from '../../../ui/complete-json.ts';
import { JsonEditor, type JsonVerdict } from '../../../ui/JsonEditor.tsx';
import type { JsonProblem } from '../../../ui/judge-json.ts';
import { replaceEngine } from '../edits/engine-edits.ts';
import frame from '../frame.module.css';
import { useCurrentRule, useSelectedRuleIds } from '../selection.ts';
import { suggestForEngine } from './suggest-for-engine.ts';

/** The engine as it will stand in its file. Every text that is a valid engine is taken over as one step. */
export function EngineJson({ engineId }: { readonly engineId: string }) {
  const engine = useDocuments(state => state.working.engines[engineId]);
  const begun = useDocuments(state => Object.keys(state.working.layouts[engineId]?.begun ?? {}).length);
  const findings = useFindings(engineId);
  const judge = useCallback((value: unknown) => judgeEngine(value, engineId, findings), [engineId, findings]);
  const suggest = useSuggestions();
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
  if (engine === undefined) return null;
  const editor = (
    <JsonEditor
      format={formatEngine}
      judge={judge}
      keptAs={documentPlace('engines', engineId)}
      label={t('Engine as JSON')}
      onActs={provideJsonCommands}
      onApply={apply}
      part={part}
      schema={engineSchema}
      suggest={suggest}
      value={engine}
    />
  );
  if (begun === 0) return editor;
  return (
    <div className={frame.frame}>
      {editor}
      <p className={frame.status} role="status">
        {t(
          '{begun} {begun|draft is|drafts are} not in it: a rule comes into the file with its first condition.',
          {
            begun,
          },
        )}
      </p>
    </div>
  );
}

/** The bytes that saving would write. */
const formatEngine = (engine: unknown): string => formatCanonicalJson(engine, engineOrder);

/** What analysis says of the engine's rules, once edits have settled. */
function useFindings(engineId: string): readonly StudioProblem[] {
  const problems = useProblems();
  return useMemo(
    () => problems.filter(({ kind, id }) => kind === 'engines' && id === engineId),
    [problems, engineId],
  );
}

/** What the project knows: its variables, the values that they were seen with, its memories. */
function useSuggestions(): SuggestValues {
  const variables = usePossibleVariables();
  const seenValues = useSeenValues();
  const memories = useDocuments(state => state.working.memories);
  return useCallback(
    (path, around) => suggestForEngine(path, around, { variables, seenValues, memories }),
    [variables, seenValues, memories],
  );
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

/** Everything wrong with the engine, and what analysis found of its rules. What has the shape of one is taken over. */
function judgeEngine(value: unknown, engineId: string, findings: readonly StudioProblem[] = []): JsonVerdict {
  const judged = checkShape(engineSchema, value);
  const wrong = checkEngine(value);
  const problems = judged.ok ? [...wrong, ...placedFindings(judged.value, findings, wrong)] : wrong;
  if (!judged.ok || judged.value.id === engineId) return { problems, acceptable: judged.ok };
  const message = t(
    'The id is the file\'s name and stays "{engineId}". To have another id, rename the engine: F2 in the list.',
    { engineId },
  );
  return { problems: [...problems, { code: 'id', path: 'id', message }], acceptable: false };
}

/** Where the text speaks of what analysis found; what the check of the text says already is said once. */
function placedFindings(
  { rules }: ContextRuleEngine,
  findings: readonly StudioProblem[],
  said: readonly Problem[],
): JsonProblem[] {
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  const isSaid = new Set(said.map(({ code, message }) => `${code.replaceAll('_', '-')} ${message}`));
  return findings.flatMap(({ code, message, severity, ruleId = '', condition }) => {
    const rule = places.get(ruleId);
    if (rule === undefined || isSaid.has(`${code} ${message}`)) return [];
    const within = condition !== undefined ? `when.${condition}` : code === 'unknown-memory' ? 'then' : 'id';
    return [{ code, message, severity, path: `rules.${rule}.${within}` }];
  });
}
