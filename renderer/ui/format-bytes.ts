import { t } from '../texts/texts.ts';
import { formatDecimal } from './format-number.ts';

/** `812 KiB`, `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024
    ? t('{kib} KiB', { kib: Math.ceil(kib) })
    : t('{value} MiB', { value: formatDecimal(kib / 1024, 1) });
}
