import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Config } from '../../../shared/model/config.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { call, errorBody } from '../../api/call.ts';
import { unsavedElsewhere } from '../../stores/leave-page.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { useProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { t, told } from '../../texts/texts.ts';
import { wholeTable } from './config-values.ts';

type ConfigKey = keyof Config;
type Changes = Readonly<Record<string, unknown>>;

export interface ConfigState {
  readonly state?: Output<'config.get'>;
  /** Meaning of each key, as the JSON Schema tells it. */
  readonly meanings: Readonly<Record<string, string>>;
  /** What each key may be, as the JSON Schema tells it. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly defaults?: Config;
  /** What was changed here and is not in the file yet; null takes a key out. */
  readonly pending: Changes;
  /** Why a change was refused, by key. */
  readonly refused: Readonly<Record<string, string>>;
}

export const useConfig = create<ConfigState>()(() => ({
  meanings: {},
  properties: {},
  pending: {},
  refused: {},
}));

async function readConfig(): Promise<void> {
  forgetOthers();
  try {
    const [state, { schema, defaults }] = await Promise.all([
      call('config.get', {}),
      call('config.schema', {}),
    ]);
    const properties = propertiesIn(schema);
    keepRead(useConfig, { state, defaults, properties, meanings: meaningsIn(properties) });
  } catch (error) {
    showError(error);
  }
}

export const configReading = liveReading(readConfig, ['config']);

/** Schemas of the keys of `context_engineering`. */
function propertiesIn(schema: unknown): Readonly<Record<string, unknown>> {
  const found = inner(inner(inner(schema, 'properties'), 'context_engineering'), 'properties');
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

function meaningsIn(properties: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => {
      const description = inner(value, 'description');
      return typeof description === 'string' ? [[key, told(description)] as const] : [];
    }),
  );
}

function inner(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Of which project there is something to save. */
const saving: { timer?: ReturnType<typeof setTimeout> | undefined; project?: string | undefined } = {};
/** Typing a number writes the file once. */
const pauseMs = 400;
const oneAfterTheOther = createSerialQueue();

/** Changes a key of the configuration; null goes back to the default. What is refused is told beside the key. */
export function changeConfig(key: string, value: unknown): void {
  forgetOthers();
  saving.project = openPath();
  useConfig.setState(({ pending, refused: { [key]: _, ...refused } }) => ({
    pending: { ...pending, [key]: value },
    refused,
  }));
  clearTimeout(saving.timer);
  saving.timer = setTimeout(() => void oneAfterTheOther(saveAll), pauseMs);
}

// Who changes a setting and goes at once has changed it.
unsavedElsewhere.add(saveNow);

/** Saves without a pause; why something was refused is told to whoever does not see its row any more. */
function saveNow(): Promise<void> | undefined {
  clearTimeout(saving.timer);
  const { pending, refused: before } = useConfig.getState();
  const due = Object.keys(pending).filter(key => !(key in before));
  if (due.length === 0) return undefined;
  return oneAfterTheOther(saveAll).then(() => {
    const { refused } = useConfig.getState();
    for (const key of due) if (refused[key] !== undefined) showError(refused[key]);
  });
}

/** What a table holds besides its defaults, with what is not saved yet. */
function tableNow(key: ConfigKey): Readonly<Record<string, unknown>> {
  const { pending, state } = useConfig.getState();
  return wholeTable(pending[key] === undefined ? state?.given[key] : pending[key]);
}

/** Takes an entry out of a table and says so, with the way back: into the table as it is by then. */
export function takeOutOf(key: ConfigKey, name: string): void {
  const { [name]: before, ...rest } = tableNow(key);
  changeConfig(key, Object.keys(rest).length === 0 ? null : rest);
  showToast({
    message: t('{name} was taken out of the settings.', { name }),
    action: { label: t('Undo'), run: () => changeConfig(key, { ...tableNow(key), [name]: before }) },
  });
}

const openPath = (): string | undefined => useProject.getState().info?.path;

/** What was not saved of a project that was open before is no change of this one. */
function forgetOthers(): void {
  if (saving.project === openPath()) return;
  clearTimeout(saving.timer);
  useConfig.setState({ pending: {}, refused: {} });
}

async function saveAll(): Promise<void> {
  forgetOthers();
  const { pending, refused } = useConfig.getState();
  // One by one, so that a value that is refused holds up no other; it stays in sight, and is not tried again.
  for (const [key, value] of Object.entries(pending)) if (!(key in refused)) await save(key, value);
}

async function save(key: string, value: unknown): Promise<void> {
  try {
    const state = await call('config.set', { changes: { [key]: value } });
    useConfig.setState(({ pending }) => ({ state, pending: without(pending, key, value) }));
  } catch (error) {
    const { message } = errorBody(error);
    useConfig.setState(({ refused }) => ({ refused: { ...refused, [key]: message } }));
  }
}

/** What was changed again meanwhile stays. */
function without(pending: Changes, key: string, saved: unknown): Changes {
  return Object.fromEntries(
    Object.entries(pending).filter(([name, value]) => name !== key || value !== saved),
  );
}
