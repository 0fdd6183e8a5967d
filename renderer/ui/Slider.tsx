import { Slider as AriaSlider, Label, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './Slider.module.css';

interface SliderTick {
  readonly at: number;
  /** Shown as tooltip and read out, e.g. "recent-decisions#7 leaves below 2,940". */
  readonly label: string;
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Marks on the track where something changes. */
  readonly ticks?: readonly SliderTick[];
}

/** A number on a track; live while dragging. Label and ends are the caller's to show. */
export function Slider({ label, value, onChange, min, max, step = 1, ticks = [] }: SliderProps) {
  const share = (at: number) =>
    `${(100 * (Math.min(max, Math.max(min, at)) - min)) / Math.max(1e-9, max - min)}%`;
  return (
    <AriaSlider
      className={classNames(styles.slider)}
      maxValue={max}
      minValue={min}
      onChange={next => onChange(Array.isArray(next) ? (next[0] ?? value) : next)}
      step={step}
      value={Math.min(max, Math.max(min, value))}
    >
      <Label className={classNames(styles.hidden)}>{label}</Label>
      <SliderOutput className={classNames(styles.hidden)} />
      <SliderTrack className={classNames(styles.track)}>
        <span className={styles.rail} />
        <span className={styles.fill} style={{ width: share(value) }} />
        {ticks.map(tick => (
          <span
            className={styles.tick}
            key={`${tick.at} ${tick.label}`}
            style={{ left: share(tick.at) }}
            title={tick.label}
          />
        ))}
        <SliderThumb className={classNames(styles.thumb)} />
      </SliderTrack>
    </AriaSlider>
  );
}
