import { expect, it } from 'vitest';
import { areaBelow, stepLine } from './step-line.ts';

const box = { width: 90, height: 20 };

it.each([
  [[10, 20, 0], 20, 'M0 10H30L30 0H60L60 20H90'],
  [[0.5, 0.6], 1, 'M0 10H45L45 8H90'],
  [[10], 40, 'M0 15H90'],
  [[80], 40, 'M0 0H90'],
  [[0, 0], 0, 'M0 20H45L45 20H90'],
  [[], 5, ''],
])('the values %j below %d are drawn as steps', (values, top, path) => {
  expect(stepLine(values, top, box)).toBe(path);
});

it('closes the area below a line, and none below nothing', () => {
  expect([areaBelow('M0 10H90', box), areaBelow('', box)]).toEqual(['M0 10H90L90 20H0Z', '']);
});
