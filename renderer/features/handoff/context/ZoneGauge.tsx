import { zoneAt } from '../../../../shared/model/token-zone.ts';
import { t } from '../../../texts/texts.ts';
import { formatCount, formatDecimal } from '../../../ui/format-number.ts';
import { type Level, LevelTrack } from '../../../ui/LevelTrack.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { choose, type HandoffChoice, useHandoffChoice } from '../handoff-store.ts';
import { usageOf, zoneSegments } from '../logic/zone-gauge.ts';
import { zoneLooks } from '../looks.ts';
import styles from './ZoneGauge.module.css';

const selectTokens = (choice: HandoffChoice) => choice.tokens;

/** The token level as a track of five zones: drag it, and what the agent gets follows. */
export function ZoneGauge({ effectiveLimit }: { readonly effectiveLimit: number }) {
  const tokens = useHandoffChoice(selectTokens);
  const usage = usageOf(tokens, effectiveLimit);
  const zone = zoneAt(usage);
  const { icon, tone } = zoneLooks[zone];
  const levels = zoneSegments.map((segment): Level => {
    const look = zoneLooks[segment.zone];
    return {
      ...segment,
      name: segment.zone,
      color: look.color,
      means: look.means,
      word: (
        <StateWord icon={look.icon} tone={segment.zone === zone ? look.tone : 'neutral'}>
          {segment.zone}
        </StateWord>
      ),
    };
  });
  return (
    <section aria-label={t('Token zone')} className={styles.gauge}>
      <div className={styles.head}>
        <strong className={styles.usage}>{formatDecimal(usage, 1)}%</strong>
        <StateWord icon={icon} tone={tone}>
          {zone}
        </StateWord>
        <span className={styles.tokens}>
          <NumberField
            label={t('Tokens in use')}
            labelHidden
            limits={{ min: 0, step: 1000 }}
            onChange={next => choose({ tokens: Math.floor(next ?? 0) })}
            value={tokens}
          />
        </span>
        <span className={styles.of}>
          {t('of {effectiveLimit} tokens that may be used', { effectiveLimit: formatCount(effectiveLimit) })}
        </span>
      </div>
      <LevelTrack current={zone} levels={levels} value={usage}>
        <div className={styles.slider}>
          <Slider
            label={t('Token level')}
            max={Math.max(1, effectiveLimit)}
            min={0}
            onChange={next => choose({ tokens: next })}
            step={Math.max(1, Math.round(effectiveLimit / 1000))}
            value={tokens}
          />
        </div>
      </LevelTrack>
    </section>
  );
}
