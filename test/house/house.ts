import { findCircles } from '../architecture/circles.ts';
import { forgottenMembers } from '../architecture/kinds.ts';
import { edgesOf, isProduct, readSourceTree } from '../architecture/source-tree.ts';
import { isAllowed } from '../architecture/zones.ts';
import { measureInstallation } from './measure-installation.ts';
import { filesOnRestWay } from './rest-way.ts';

/** One row of the table: what is measured, what was found, what is aimed at. */
interface Measure {
  readonly name: string;
  readonly value: number;
  readonly aim: number;
  readonly unit?: string;
  /** Where more than the aim fails the run, and what is named then. */
  readonly broken?: readonly string[];
}

const product = readSourceTree().filter(file => isProduct(file.path));
const edges = product.flatMap(edgesOf);
const importers = Map.groupBy(
  edges.filter(edge => 'file' in edge.target),
  edge => ('file' in edge.target ? edge.target.file : ''),
);
const importersOf = (path: string) => new Set(importers.get(path)?.map(edge => edge.from)).size;

const circles = findCircles(edges).map(members => members.join(', '));
const arrows = edges
  .filter(edge => !isAllowed(edge))
  .map(edge => `${edge.from} -> ${JSON.stringify(edge.target)}`);
const forgotten = forgottenMembers(
  product.map(({ path }) => path),
  edges,
);
const toElectron = edges
  .filter(
    ({ from, target }) =>
      from.startsWith('renderer/') && 'file' in target && target.file.startsWith('electron/'),
  )
  .map(edge => edge.from);

const restWay = await filesOnRestWay();

const measures: readonly Measure[] = [
  { name: 'source files', value: product.length, aim: 900 },
  { name: 'source lines', value: product.reduce((sum, file) => sum + file.lines, 0), aim: 72_000 },
  { name: 'files under 60 lines', value: product.filter(file => file.lines < 60).length, aim: 400 },
  {
    name: 'files that one other file imports',
    value: product.filter(file => importersOf(file.path) === 1).length,
    aim: 300,
  },
  { name: 'REST assemble to SQLite, files', value: restWay.length, aim: 20 },
  { name: 'arrows from renderer to electron', value: toElectron.length, aim: 0, broken: toElectron },
  { name: 'arrows against the law', value: arrows.length, aim: 0, broken: arrows },
  { name: 'circles, types included', value: circles.length, aim: 0, broken: circles },
  { name: 'members of a kind in no table', value: forgotten.length, aim: 0, broken: forgotten },
  { name: '`as` outside tests', value: product.reduce((sum, file) => sum + file.casts, 0), aim: 60 },
  { name: 'installed packages', value: measureInstallation(), aim: 600, unit: 'MB' },
];

const row = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row('measure', 'reached', 'aim');
row('---', '---:', '---:');
for (const { name, value, aim, unit } of measures) {
  const shown = (number: number) => `${number.toLocaleString('en-US')}${unit ? ` ${unit}` : ''}`;
  row(name, shown(value), `<= ${shown(aim)}`);
}
process.stdout.write(`\nFrom POST /context-assembly/assemble to the first row read:\n`);
for (const path of restWay) process.stdout.write(`- ${path}\n`);
const broken = measures.flatMap(({ name, broken: found = [] }) => found.map(one => `${name}: ${one}`));
for (const line of broken) process.stderr.write(`${line}\n`);
process.exitCode = broken.length > 0 ? 1 : 0;
