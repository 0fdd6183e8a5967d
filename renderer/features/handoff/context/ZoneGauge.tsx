import { zoneAt } from '../../../../shared/model/token-zone.ts';
import { t } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { Gauge, type Level } from '../../../ui/Gauge.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { choose, type HandoffChoice, useHandoffChoice } from '../handoff-store.ts';
import { usageOf, zoneSegments } from '../logic/zone-gauge.ts';
import { zoneLooks } from '../looks.ts';
import styles from './ZoneGauge.module.css';

const levels = zoneSegments.map(
  ({ zone, from, to }): Level => ({ name: zone, from, to, ...zoneLooks[zone] }),
);

const selectTokens = (choice: HandoffChoice) => choice.tokens;

/** The token level as a track of five zones: drag it, and what the agent gets follows. */
export function ZoneGauge({ effectiveLimit }: { readonly effectiveLimit: number }) {
  const tokens = useHandoffChoice(selectTokens);
  const usage = usageOf(tokens, effectiveLimit);
  const zone = zoneAt(usage);
  return (
    <Gauge
      beside={
        <>
          <span className={styles.tokens}>
            <NumberField
              label={t('Tokens in use')}
              labelHidden
              limits={{ min: 0, step: 1000, isWhole: true }}
              onChange={next => choose({ tokens: next ?? 0 })}
              value={tokens}
            />
          </span>
          {t('of {effectiveLimit} tokens that may be used', { effectiveLimit: formatCount(effectiveLimit) })}
        </>
      }
      current={zone}
      label={t('Token zone')}
      levels={levels}
      value={usage}
    >
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
    </Gauge>
  );
}
