import { t } from '../texts/texts.ts';
import { formatDecimal } from './format-number.ts';

/** `87 B`, `812 KiB`, `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t('{bytes} B', { bytes });
  const kib = bytes / 1024;
  return kib < 1024
    ? t('{kib} KiB', { kib: Math.ceil(kib) })
    : t('{value} MiB', { value: formatDecimal(kib / 1024, 1) });
}
