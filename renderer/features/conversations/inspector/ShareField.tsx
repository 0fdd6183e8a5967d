import { formatDecimal } from '../../../ui/format-number.ts';
import { Slider } from '../../../ui/Slider.tsx';
import styles from './ShareField.module.css';

interface ShareFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly onChange: (value: number) => void;
}

/** A number up to 1 on a track, with its figure. */
export function ShareField({ label, value, min = 0, onChange }: ShareFieldProps) {
  return (
    <div>
      <p className={styles.head}>
        <span>{label}</span>
        <span className={styles.figure}>{formatDecimal(value, 2)}</span>
      </p>
      <Slider label={label} max={1} min={min} onChange={onChange} step={0.05} value={value} />
    </div>
  );
}
