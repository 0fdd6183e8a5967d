import { expect, it } from 'vitest';
import { type SincePreset, sinceInstant } from './since-presets.ts';

const now = Date.parse('2026-03-14T06:00:00Z');

it.each<[SincePreset, string, string | undefined]>([
  ['hour', '', '2026-03-14T05:00:00.000Z'],
  ['day', '', '2026-03-13T06:00:00.000Z'],
  ['week', '', '2026-03-07T06:00:00.000Z'],
  ['month', '', '2026-02-12T06:00:00.000Z'],
  ['ever', '', '1970-01-01T00:00:00.000Z'],
  ['other', '2026-03-01T10:00+02:00', '2026-03-01T08:00:00.000Z'],
  ['other', '', undefined],
  ['other', 'soon', undefined],
])('%s %s is a moment', (preset, other, instant) => {
  expect(sinceInstant(preset, other, now)).toBe(instant);
});
