import type { StoredKind } from '../../../shared/contract/project.ts';
import {
  type StudioCommandId,
  studioCommand,
  studioCommandIds,
} from '../../../shared/model/studio-command.ts';
import { scoreMatch } from '../../../shared/search/score-match.ts';
import { availableCommands, findHandler } from '../../stores/commands.ts';
import type { Documents } from '../../stores/history.ts';
import { shownRules } from '../../stores/layouts.ts';
import { runCommandThere } from '../../stores/run-command-there.ts';
import { settingName, studioSettings } from '../../stores/setting-names.ts';
import {
  setSample,
  setWorkspace,
  showContract,
  showMemory,
  showRule,
  showTest,
} from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';

/** What is found in the page, in the order in which it is told; what only the host holds comes behind. */
const pageKinds = ['rule', 'engine', 'memory', 'sample', 'contract', 'test', 'setting', 'command'] as const;
export type PaletteKind = (typeof pageKinds)[number] | StoredKind;

export interface PaletteEntry {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Where it is, or what it does; searched too. */
  readonly detail: string;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  /** The kind; lists know their parts by it. */
  readonly id: PaletteKind;
  readonly kind: PaletteKind;
  readonly entries: readonly PaletteEntry[];
  /** How many more of the kind answer. */
  readonly more: number;
}

const mostOfKind = 6;
const mostCommands = 60;

/** A key of the configuration with its meaning. */
export interface SettingKey {
  readonly key: string;
  readonly meaning: string;
}

/** Everything in the page that one can go to: definitions, settings, and the commands that have a meaning anywhere. */
export function paletteEntries(working: Documents, settings: readonly SettingKey[] = []): PaletteEntry[] {
  const { memories, samples, contracts, tests } = working;
  return [
    ...engineEntries(working),
    ...memoryEntries(memories),
    ...sampleEntries(samples),
    ...Object.values(contracts).map(({ id, name, severity }) =>
      entry('contract', id, name, severity, () => showContract(id)),
    ),
    ...Object.values(tests).map(({ id, name }) => entry('test', id, name, id, () => showTest(id))),
    ...settingEntries(settings),
    ...commandEntries(),
  ];
}

/**
 * What answers a query by its kind, the kind with the best answer first and within it the best first; without a query
 * the first of each kind, and all commands.
 */
export function searchEntries(entries: readonly PaletteEntry[], query: string): PaletteGroup[] {
  const scored = entries.flatMap(one => {
    const score = query.trim() === '' ? 0 : (scoreMatch(query, one.title) ?? scoreDetail(query, one));
    return score === undefined ? [] : [{ one, score }];
  });
  const groups = pageKinds.flatMap(kind => {
    const answers = scored
      .filter(({ one }) => one.kind === kind)
      .sort((left, right) => right.score - left.score);
    const best = answers[0];
    if (!best) return [];
    const most = kind === 'command' ? mostCommands : mostOfKind;
    const found = answers.slice(0, most).map(({ one }) => one);
    return [
      { score: best.score, group: { id: kind, kind, entries: found, more: answers.length - found.length } },
    ];
  });
  return groups.sort((left, right) => right.score - left.score).map(({ group }) => group);
}

/** What is found only with the detail comes last, and only by whole beginnings: "arch" is not "search". */
function scoreDetail(query: string, { title, detail }: PaletteEntry): number | undefined {
  const words = query.split(/\s+/).filter(word => word !== '').length;
  const score = scoreMatch(query, detail) ?? scoreMatch(query, `${title} ${detail}`);
  return score === undefined || score < 79 * words ? undefined : score / 100;
}

const entry = (
  kind: PaletteKind,
  id: string,
  title: string,
  detail: string,
  run: () => void,
): PaletteEntry => ({ id: `${kind} ${id}`, kind, title, detail, run });

function engineEntries(documents: Documents): PaletteEntry[] {
  return Object.values(documents.engines).flatMap(engine => [
    ...shownRules(documents, engine.id).map(({ id, name }) =>
      entry('rule', `${engine.id} ${id}`, name === '' ? id : name, engine.name, () =>
        showRule(engine.id, id),
      ),
    ),
    entry('engine', engine.id, engine.name, engine.id, () => showRule(engine.id)),
  ]);
}

function memoryEntries(memories: Documents['memories']): PaletteEntry[] {
  return Object.values(memories).map(({ id, label, contribution }) =>
    entry('memory', id, id, `${label} · ${contribution.section}`, () => showMemory(id)),
  );
}

function sampleEntries(samples: Documents['samples']): PaletteEntry[] {
  return Object.values(samples).map(({ id, name, description }) =>
    entry('sample', id, name, description ?? id, () => setSample(id)),
  );
}

function settingEntries(settings: readonly SettingKey[]): PaletteEntry[] {
  const show = (setting: string) => () => setWorkspace({ view: 'settings', setting });
  return [
    ...Object.entries(studioSettings).map(([key, { name, detail }]) =>
      entry('setting', key, name, detail, show(key)),
    ),
    ...settings.map(({ key, meaning }) =>
      entry('setting', key, settingName(key), `${key} · ${meaning}`, show(key)),
    ),
  ];
}

function commandEntries(): PaletteEntry[] {
  return [...availableCommands(), ...commandsElsewhere()]
    .filter(id => id !== 'palette.open')
    .map(id => {
      const { title, group, keys } = studioCommand(id);
      return {
        id,
        kind: 'command',
        title: t(title),
        detail: t(group),
        keys: keys?.[0],
        run: () => runCommandThere(id),
      };
    });
}

/** Commands that mean nothing now and do something in another view. */
function commandsElsewhere(): StudioCommandId[] {
  return studioCommandIds.filter(id => studioCommand(id).place && findHandler(id) === undefined);
}
