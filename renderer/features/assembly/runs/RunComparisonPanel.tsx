import { ArrowUpDown, Equal, LogIn, LogOut, PinOff } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type {
  AssemblyDifference,
  FiredRule,
  MovedItem,
  OnlyInOne,
} from '../../../../shared/model/assembly-difference.ts';
import { compareAssemblies } from '../../../../shared/model/compare-assemblies.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatChange, formatCount, formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { SectionDot } from '../../../ui/SectionIcon.tsx';
import { type PinnedRun, unpinRun } from './pinned-run.ts';
import styles from './RunComparisonPanel.module.css';

interface RunComparisonPanelProps {
  readonly pinned: PinnedRun;
  readonly current: PinnedRun;
}

/** The pinned run beside the one in sight: the figures of both, and what differs; what is equal keeps quiet. */
export function RunComparisonPanel({ pinned, current }: RunComparisonPanelProps) {
  const comparison = useMemo(
    () => compareAssemblies(pinned.result, current.result),
    [pinned.result, current.result],
  );
  const { entered, left, stayed, moved, rules } = comparison;
  const differ = entered.length + left.length + moved.length + rules.entered.length + rules.left.length;
  return (
    <section aria-label={t('Comparison with the pinned run')} className={styles.panel}>
      <PanelHeader
        actions={<IconButton icon={PinOff} name={t('Unpin this run')} onPress={unpinRun} size="s" />}
        level="label"
        title={t('Compared with the pinned run')}
      />
      <FigureTable current={current} pinned={pinned} section_tokens={comparison.section_tokens} />
      {differ === 0 ? (
        <p className={styles.same}>
          <Equal aria-hidden size={14} />
          {t('The same rules fired, and the same items are there in the same order.')}
        </p>
      ) : (
        <>
          <ul aria-label={t('What differs')} className={styles.list}>
            {rules.entered.map(rule => (
              <RuleRow key={`fires ${keyOf(rule)}`} kind="entered" rule={rule} />
            ))}
            {rules.left.map(rule => (
              <RuleRow key={`rests ${keyOf(rule)}`} kind="left" rule={rule} />
            ))}
            {entered.map(item => (
              <ItemRow item={item} key={`entered ${item.id}`} kind="entered" />
            ))}
            {left.map(item => (
              <ItemRow item={item} key={`left ${item.id}`} kind="left" />
            ))}
            {moved.map(item => (
              <MovedRow item={item} key={`moved ${item.id}`} />
            ))}
          </ul>
          <p className={styles.same}>
            <Equal aria-hidden size={14} />
            {stayed === 0
              ? t('No item is in both.')
              : t('{stayed} in both.', { stayed: formatCounted(stayed - moved.length, 'item') })}
          </p>
        </>
      )}
    </section>
  );
}

const keyOf = ({ engine_id, rule_id }: FiredRule): string => `${engine_id}/${rule_id}`;

interface Figure {
  readonly name: string;
  readonly dot?: ReactNode;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Tokens, limit, items and rules of both runs, and the tokens of each section that one of them has. */
function FigureTable({
  pinned,
  current,
  section_tokens,
}: RunComparisonPanelProps & Pick<AssemblyDifference, 'section_tokens'>) {
  const both = (of: (run: PinnedRun) => number | undefined) => ({ before: of(pinned), after: of(current) });
  const figures: Figure[] = [
    { name: t('Limit in tokens'), ...both(({ limit }) => limit) },
    { name: t('Tokens'), ...both(({ result }) => result.meta.token_estimate) },
    { name: t('Items'), ...both(({ result }) => result.meta.total_items) },
    { name: t('Rules that fired'), ...both(({ result }) => result.trace.rules_applied.length) },
    ...section_tokens.map(({ section, ...tokens }) => ({
      name: t(sectionTitles[section]),
      dot: <SectionDot section={section} />,
      ...tokens,
    })),
  ];
  return (
    <table aria-label={t('Figures of both runs')} className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Pinned: {name}', { name: pinned.sampleName })}</th>
          <th scope="col">{t('Now: {name}', { name: current.sampleName })}</th>
          <th scope="col">{t('Difference')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(figure => (
          <FigureRow key={figure.name} {...figure} />
        ))}
      </tbody>
    </table>
  );
}

function FigureRow({ name, dot, before, after }: Figure) {
  return (
    <tr className={classNames(before === after && styles.equal)}>
      <th className={styles.figure} scope="row">
        {dot} {name}
      </th>
      {[before, after].map((value, side) => (
        <td key={side === 0 ? 'pinned' : 'now'}>
          {value === undefined ? t('no limit') : formatCount(value)}
        </td>
      ))}
      <td>
        {before === after
          ? t('equal')
          : before === undefined || after === undefined
            ? t('another')
            : formatChange(after - before)}
      </td>
    </tr>
  );
}

const icons = { entered: LogIn, left: LogOut, moved: ArrowUpDown } as const;

interface RowProps {
  readonly kind: keyof typeof icons;
  readonly word: string;
  readonly name: string;
  readonly text?: string;
  readonly why: string;
  readonly figure?: string;
}

function Row({ kind, word, name, text, why, figure }: RowProps) {
  const Icon = icons[kind];
  return (
    <li className={styles.row}>
      <span className={classNames(styles.word, styles[kind])}>
        <Icon aria-hidden size={14} />
        {word}
      </span>
      <strong className={styles.name} title={text}>
        {name}
      </strong>
      <span className={styles.why}>{why}</span>
      <span className={styles.cost}>{figure}</span>
    </li>
  );
}

function RuleRow({ rule, kind }: { readonly rule: FiredRule; readonly kind: 'entered' | 'left' }) {
  const { rule_name: name, memories } = rule;
  return (
    <Row
      kind={kind}
      name={name}
      why={
        memories.length === 0 ? t('adds nothing') : t('adds {memories}', { memories: memories.join(', ') })
      }
      word={kind === 'entered' ? t('fires now') : t('fires no more')}
    />
  );
}

function ItemRow({ item, kind }: { readonly item: OnlyInOne; readonly kind: 'entered' | 'left' }) {
  return (
    <Row
      figure={formatCounted(item.tokens, 'token')}
      kind={kind}
      name={item.id}
      text={item.content}
      why={whyWords[kind][item.why]}
      word={kind === 'entered' ? t('entered') : t('left')}
    />
  );
}

function MovedRow({ item: { id, section, before, after } }: { readonly item: MovedItem }) {
  return (
    <Row
      kind="moved"
      name={id}
      why={t('from place {before} to {after} in {section}', {
        before,
        after,
        section: t(sectionTitles[section]),
      })}
      word={t('moved')}
    />
  );
}

const whyWords = {
  entered: {
    not_asked: t('was not asked for before'),
    not_returned: t('was not found before'),
    budget: t('the budget had cut it'),
    duplicate: t('was a duplicate before'),
    max_items: t('was over the limit of its memory'),
    redaction_failed: t('could not be redacted before'),
    authority: t('had too little authority before'),
  },
  left: {
    not_asked: t('no longer asked for'),
    not_returned: t('no longer found'),
    budget: t('cut by the budget'),
    duplicate: t('is a duplicate now'),
    max_items: t('over the limit of its memory'),
    redaction_failed: t('could not be redacted'),
    authority: t('has too little authority'),
  },
} as const satisfies Record<'entered' | 'left', Record<OnlyInOne['why'], string>>;
