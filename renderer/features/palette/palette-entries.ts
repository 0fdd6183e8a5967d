import { studioCommand } from '../../../shared/model/studio-command.ts';
import { availableCommands, runCommand } from '../../stores/commands.ts';
import type { Documents } from '../../stores/history.ts';
import { setSample, showMemory, showRule } from '../../stores/workspace.ts';
import { scoreMatch } from './score-match.ts';

export type PaletteKind = 'rule' | 'engine' | 'memory' | 'sample' | 'command';

export interface PaletteEntry {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Where it is, or what it does; searched too. */
  readonly detail: string;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

const mostShown = 60;

/** Everything one can go to: rules, engines, memories, samples and the commands that have a meaning now. */
export function paletteEntries({ engines, memories, samples }: Documents): PaletteEntry[] {
  return [
    ...engineEntries(engines),
    ...memoryEntries(memories),
    ...sampleEntries(samples),
    ...commandEntries(),
  ];
}

/** The entries that answer a query, best first; without a query all of them, in the order in which they are told. */
export function searchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  if (query.trim() === '') return entries.slice(0, mostShown);
  return entries
    .flatMap(entry => {
      const score = scoreMatch(query, entry.title) ?? scoreDetail(query, entry);
      return score === undefined ? [] : [{ entry, score }];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, mostShown)
    .map(({ entry }) => entry);
}

/** What is found only with the detail comes last, and only by whole beginnings: "arch" is not "search". */
function scoreDetail(query: string, { title, detail }: PaletteEntry): number | undefined {
  const words = query.split(/\s+/).filter(word => word !== '').length;
  const score = scoreMatch(query, `${title} ${detail}`);
  return score === undefined || score < 79 * words ? undefined : score / 100;
}

function engineEntries(engines: Documents['engines']): PaletteEntry[] {
  return Object.values(engines).flatMap(engine => [
    ...engine.rules.map(rule => ({
      id: `rule ${engine.id} ${rule.id}`,
      kind: 'rule' as const,
      title: rule.name === '' ? rule.id : rule.name,
      detail: engine.name,
      run: () => showRule(engine.id, rule.id),
    })),
    {
      id: `engine ${engine.id}`,
      kind: 'engine' as const,
      title: engine.name,
      detail: engine.id,
      run: () => showRule(engine.id),
    },
  ]);
}

function memoryEntries(memories: Documents['memories']): PaletteEntry[] {
  return Object.values(memories).map(memory => ({
    id: `memory ${memory.id}`,
    kind: 'memory',
    title: memory.id,
    detail: `${memory.label} · ${memory.contribution.section}`,
    run: () => showMemory(memory.id),
  }));
}

function sampleEntries(samples: Documents['samples']): PaletteEntry[] {
  return Object.values(samples).map(sample => ({
    id: `sample ${sample.id}`,
    kind: 'sample',
    title: sample.name,
    detail: sample.description ?? sample.id,
    run: () => setSample(sample.id),
  }));
}

function commandEntries(): PaletteEntry[] {
  return availableCommands()
    .filter(id => id !== 'palette.open')
    .map(id => {
      const { title, group, keys } = studioCommand(id);
      return { id, kind: 'command', title, detail: group, keys: keys?.[0], run: () => void runCommand(id) };
    });
}
