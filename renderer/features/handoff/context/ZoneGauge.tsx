import { zoneAt } from '../../../../shared/model/token-zone.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { choose, type HandoffChoice, useHandoffChoice } from '../handoff-store.ts';
import { usageOf, type ZoneSegment, zoneSegments } from '../logic/zone-gauge.ts';
import { zoneLooks } from '../looks.ts';
import { Word } from '../Word.tsx';
import styles from './ZoneGauge.module.css';

const selectTokens = (choice: HandoffChoice) => choice.tokens;

/** The token level as a track of five zones (H2): drag it, and what the agent gets follows. */
export function ZoneGauge({ effectiveLimit }: { readonly effectiveLimit: number }) {
  const tokens = useHandoffChoice(selectTokens);
  const usage = usageOf(tokens, effectiveLimit);
  const zone = zoneAt(usage);
  const { icon, tone } = zoneLooks[zone];
  return (
    <section aria-label="Token zone" className={styles.gauge}>
      <div className={styles.head}>
        <strong className={styles.usage}>{usage.toFixed(1)}%</strong>
        <Word icon={icon} tone={tone}>
          {zone}
        </Word>
        <span className={styles.of}>of {formatCount(effectiveLimit)} tokens that may be used</span>
        <span className={styles.tokens}>
          <NumberField
            label="Tokens in use"
            labelHidden
            limits={{ min: 0, step: 1000 }}
            onChange={next => choose({ tokens: Math.floor(next ?? 0) })}
            value={tokens}
          />
        </span>
      </div>
      <div className={styles.track}>
        {zoneSegments.map(segment => (
          <span
            className={classNames(styles.segment, segment.zone === zone && styles.current)}
            key={segment.zone}
            style={{
              background: zoneLooks[segment.zone].color,
              width: `${segment.to - segment.from}%`,
            }}
            title={rangeText(segment)}
          />
        ))}
        <span className={styles.marker} style={{ left: `${Math.min(100, usage)}%` }} />
      </div>
      <Slider
        label="Token level"
        max={Math.max(1, effectiveLimit)}
        min={0}
        onChange={next => choose({ tokens: next })}
        step={Math.max(1, Math.round(effectiveLimit / 1000))}
        value={tokens}
      />
      <ol className={styles.zones}>
        {zoneSegments.map(segment => (
          <ZoneName isCurrent={segment.zone === zone} key={segment.zone} segment={segment} />
        ))}
      </ol>
    </section>
  );
}

interface ZoneNameProps {
  readonly segment: ZoneSegment;
  readonly isCurrent: boolean;
}

function ZoneName({ segment, isCurrent }: ZoneNameProps) {
  const { icon, tone, color, means } = zoneLooks[segment.zone];
  return (
    <li
      className={classNames(styles.zone, isCurrent && styles.here)}
      style={{ borderTopColor: color }}
      {...(isCurrent && { 'aria-current': true })}
    >
      <Word icon={icon} tone={isCurrent ? tone : 'neutral'}>
        {segment.zone}
      </Word>
      <span className={styles.range}>
        {segment.from}–{segment.to}%
      </span>
      <span className={styles.means}>{means}</span>
    </li>
  );
}

const rangeText = ({ zone, from, to }: ZoneSegment): string => `${zone}: ${from} to ${to}%`;
