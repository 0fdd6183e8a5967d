import { CircleCheck, CircleQuestionMark, FlaskConical, GitCompare, type LucideIcon } from 'lucide-react';
import type {
  BehaviourDifference,
  DefinitionDifference,
} from '../../../../shared/model/behaviour-difference.ts';
import { answerSentence, changeParts } from '../../../../shared/rules/behaviour/behaviour-words.ts';
import { buildLookup } from '../../../../shared/rules/evaluation/build-lookup.ts';
import type { Text } from '../../../../shared/texts/texts.ts';
import { openSample } from '../../../stores/verify/try-request.ts';
import { setSample } from '../../../stores/workspace.ts';
import { t, told } from '../../../texts/texts.ts';
import type { Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import styles from './ChangesTab.module.css';

const looks = {
  equivalent: { tone: 'fired', icon: CircleCheck },
  different: { tone: 'missing', icon: GitCompare },
  open: { tone: 'neutral', icon: CircleQuestionMark },
} as const satisfies Record<BehaviourDifference['answer'], { tone: Tone; icon: LucideIcon }>;

interface BehaviourAnswerProps {
  readonly difference: BehaviourDifference;
  /** A newer answer is on its way. */
  readonly isBusy: boolean;
}

/** The answer in one sentence, the samples or the request that show it, and what is written differently. */
export function BehaviourAnswer({ difference, isBusy }: BehaviourAnswerProps) {
  const { answer, flips, flipped, skipped, witness } = difference;
  return (
    <div className={classNames(styles.told, isBusy && styles.old)}>
      <Notice {...looks[answer]} title={told(answerSentence(difference))}>
        {skipped === 0
          ? undefined
          : t(
              '{skipped} of the samples {skipped|is no request and was|are no requests and were} not tried.',
              { skipped },
            )}
      </Notice>
      {flips.length > 0 ? (
        <ul aria-label={t('Samples that change')} className={styles.list}>
          {flips.map(flip => (
            <li className={styles.row} key={flip.sample_id}>
              <TextLink onPress={() => setSample(flip.sample_id)}>{flip.name}</TextLink>
              <span>{changeParts(flip).join('; ')}</span>
            </li>
          ))}
          {flipped > flips.length ? (
            <li>{t('and {flipped} more', { flipped: flipped - flips.length })}</li>
          ) : null}
        </ul>
      ) : null}
      {witness === undefined ? null : <Witness witness={witness} />}
      <Structure structure={difference.structure} />
    </div>
  );
}

/** A request that nobody had thought of: its variables, what it gets otherwise, and how to keep it. */
function Witness({ witness }: { readonly witness: NonNullable<BehaviourDifference['witness']> }) {
  const variables = [...buildLookup(witness.request).variables];
  const words = changeParts(witness).join('; ');
  return (
    <div className={styles.witness}>
      <code className={styles.request}>
        {variables.length === 0
          ? t('a request without variables')
          : variables.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join('\n')}
      </code>
      <span>{words}</span>
      <Button
        icon={FlaskConical}
        onPress={() =>
          openSample(t('witness of an edit: {words}', { words }).slice(0, 200), words, witness.request)
        }
      >
        {t('Try as sample')}
      </Button>
    </div>
  );
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

/** Rules and memories that are written differently, whatever that does. */
function Structure({ structure: { engines, memories } }: Pick<BehaviourDifference, 'structure'>) {
  const lines = [
    ...engines.flatMap(engine => [
      // An engine that differs in its rules alone is told by them.
      ...(engine.rules.length > 0 && engine.fields.length === 0 && engine.change === 'changed'
        ? []
        : [lineOf('engine', engine, engine.id)]),
      ...engine.rules.map(rule => lineOf('rule', rule, `${engine.id}/${rule.id}`)),
    ]),
    ...memories.map(memory => lineOf('memory', memory, memory.id)),
  ];
  if (lines.length === 0) return null;
  const shown = lines.slice(0, mostLines);
  return (
    <section>
      <PanelHeader level="label" title={t('Written differently')} />
      <ul className={styles.list}>
        {shown.map(({ key, sign, text }) => (
          <li className={styles.line} key={key}>
            <span aria-hidden className={styles.sign}>
              {sign}
            </span>
            {text}
          </li>
        ))}
        {lines.length > shown.length ? (
          <li>{t('and {count} more', { count: lines.length - shown.length })}</li>
        ) : null}
      </ul>
    </section>
  );
}

const mostLines = 100;

const nouns = { engine: t('engine'), rule: t('rule'), memory: t('memory') } as const;
const changes = {
  added: '{noun} “{name}” is added{what}',
  removed: '{noun} “{name}” is removed{what}',
  changed: '{noun} “{name}” changed{what}',
} as const satisfies Record<DefinitionDifference['change'], Text>;

function lineOf(kind: keyof typeof nouns, difference: DefinitionDifference, key: string) {
  const { change, name, id, fields } = difference;
  const what = fields.length === 0 ? '' : `: ${fields.join(', ')}`;
  return {
    key: `${kind} ${key}`,
    sign: signs[change],
    text: t(changes[change], { noun: nouns[kind], name: name || id, what }),
  };
}
