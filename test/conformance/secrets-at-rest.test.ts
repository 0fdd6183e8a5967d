import { describe, expect, it } from 'vitest';
import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import { type AppHarness, startApp } from '../support/app-harness.ts';
import { freshInputs } from '../support/fresh-inputs.ts';
import { prepare, trialsOf } from '../support/parameter-trials.ts';
import {
  FoundSecrets,
  type PlacedCall,
  placeSecrets,
  searchFiles,
  writingNames,
} from '../support/placed-secrets.ts';
import { isLong } from '../support/property-runs.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

const definition =
  'definitions are their user’s own text, which is edited and saved again: no program may change it. Agents get it redacted';
const content =
  'content is kept as it came, so that it comes back whole and is judged anew when patterns change; it is redacted on its way out';
const program = 'a program’s own values, which it writes back changed; into a context they go redacted';

/** Where a secret may be found as it is, and why. Whatever is not here may not. */
const keptRaw: Readonly<Record<string, string>> = {
  'file .codebolt/context-rule-engines/*.json': definition,
  'file .codebolt/PersistentMemory/*.json': definition,
  'file .codebolt/weft/samples/*.json': definition,
  'file .codebolt/contracts/*.json': definition,
  'file .codebolt/weft/tests/*.json': definition,
  'file .codebolt/weft/layout/*.json': definition,
  'table draft.value': definition,
  ...Object.fromEntries(
    [
      ...['create', 'update', 'save', 'addRule', 'updateRule', 'duplicate', 'list', 'get'].map(
        verb => `engines.${verb}`,
      ),
      ...['create', 'update', 'save', 'duplicate', 'list', 'get'].map(verb => `memories.${verb}`),
      ...['samples.save', 'samples.list', 'layouts.save', 'layouts.list', 'drafts.get'],
      ...['create', 'update', 'save', 'list', 'get'].map(verb => `contracts.${verb}`),
      ...['tests.save', 'tests.list'],
      ...['assembly.memoryTypes', 'rules.analyze', 'rules.compare', 'rules.possibleVariables'],
      ...['recordings.suggest', 'recordings.usage'],
    ].map(name => [`answer ${name}`, definition]),
  ),
  'table chunk.packed': content,
  'table conversation.title': content,
  'table message.author': content,
  'table message.created_at': content,
  'table message.parts': content,
  'table message.role': content,
  'table event.content': content,
  'table event.data': content,
  'table graph_node.name': content,
  'table graph_node.attributes': content,
  'table graph_edge.attributes': content,
  'table graph_view.definition': content,
  'table ledger_record.record': content,
  'table ledger_status.change': content,
  'table profile.value': content,
  'table key_value.value': program,
  'answer kv.list': program,
};

/** These take no text that is kept: each says what is there already. */
const nothingKept: Readonly<Partial<Record<ProcedureName, string>>> = {
  ...Object.fromEntries(
    writingNames.filter(name => /\.delete(Rule)?$/.test(name)).map(name => [name, 'what is there']),
  ),
  'backup.restore': 'a backup',
  'bundles.rebuild': 'bundles',
  'config.set': 'keys that are known, of a file that is its user’s own',
  'documents.embed': 'a collection',
  'documents.sync': 'a folder, and a collection that is none for a secret',
  'errorPatterns.feedback': 'a hash',
  'ledger.import': 'a folder',
  'ledger.sync': 'a folder',
  'memories.rename': 'ids, which are none for a secret',
  'project.open': 'a folder',
  'project.trust': 'a hash',
  'rules.renameField': 'fields',
};
/** What comes with the program is the same wherever its user wants it. */
const notWalked: readonly ProcedureName[] = ['project.createSample', 'project.createFromTemplate'];

const walkedNames = writingNames.filter(name => !notWalked.includes(name));

/** The control needs no more than shows that a walk finds something of each sort of place. */
const controlNames = isLong
  ? walkedNames
  : walkedNames.filter(name => /^(?:packages|sessions|engines|kv)\./.test(name));

interface Walk {
  readonly found: readonly string[];
  readonly calls: readonly PlacedCall[];
}

/** Puts a secret into each text that anything which writes takes, and looks for all of them everywhere. */
async function walk(mode: 'pattern_only' | 'off', names = walkedNames): Promise<Walk> {
  const harness = startApp();
  const folder = await harness.openEmpty();
  const trials = trialsOf(await prepare(harness, folder));
  if (mode === 'off') await harness.call('config.set', { changes: { redaction_mode: 'off' } });
  const found = new FoundSecrets();
  const calls = await callAll(harness, trials, found, names);
  const placed = calls.map(one => one.placed);
  await askAll(harness, trials, (where, answer) => found.note(where, answer, placed));
  await harness.call('backup.create', {});
  found.note('event', JSON.stringify(harness.events), placed);
  found.note('log', harness.log.join('\n'), placed);
  await harness.app.close();
  await searchFiles(folder, placed, found);
  await searchFiles(harness.userDataDir, placed, found);
  return { found: found.list(), calls };
}

type Trials = ReturnType<typeof trialsOf>;

async function callAll(
  harness: AppHarness,
  trials: Trials,
  found: FoundSecrets,
  names: readonly ProcedureName[],
): Promise<PlacedCall[]> {
  const random = createSeededRandom(20_261_123);
  const fresh = freshInputs(harness);
  const calls: PlacedCall[] = [];
  for (const name of names)
    for (const make of fresh[name] ?? [() => trials[name]?.input ?? {}]) {
      const inputFor = async (number: number) => make(number);
      const made = await placeSecrets(name, { random, ask: harness.ask, inputFor });
      for (const { placed, reply } of made)
        found.note(reply.ok ? `answer ${name}` : 'refusal', JSON.stringify(reply), [placed]);
      calls.push(...made);
    }
  return calls;
}

/** All that reads is asked, and again as an agent where agents may ask it. */
async function askAll(
  { ask }: AppHarness,
  trials: Trials,
  heard: (where: string, answer: string) => void,
): Promise<void> {
  const reading = (Object.keys(contract) as ProcedureName[]) // its own keys
    .filter(name => contract[name].access === 'read');
  for (const name of reading) {
    const input = trials[name]?.input ?? {};
    heard(`answer ${name}`, JSON.stringify(await ask(name, input)));
    if (contract[name].mcp !== undefined)
      heard(`agent ${name}`, JSON.stringify(await ask(name, input, { door: 'mcp' })));
  }
}

/** Found by what the control leaves out but in the long tier. */
const ofOtherProcedures = [
  'file .rune/*.md',
  ...['error_pattern.pattern', 'error_pattern.project_id', 'session_health.state'].map(
    name => `table ${name}`,
  ),
  ...['graph_node.id', 'collection.name'].map(name => `table ${name}`),
];

const placeOf = (line: string): string => line.slice(0, line.indexOf(' < '));

describe('a secret in any text that anything which writes takes', { timeout: 600_000 }, () => {
  /** Walked once, by the first test that asks. */
  const walks: Promise<Walk>[] = [];
  const walked = (): Promise<Walk> => {
    const known = walks[0] ?? walk('pattern_only');
    walks[0] = known;
    return known;
  };

  it('is nowhere as it is, in no file, answer, event or log, but where the table says why', async () => {
    const { found } = await walked();
    expect(found.filter(line => keptRaw[placeOf(line)] === undefined)).toEqual([]);
  });

  it('the table has nothing that is not needed', async () => {
    const needed = new Set((await walked()).found.map(placeOf));
    expect(Object.keys(keptRaw).filter(place => !needed.has(place))).toEqual([]);
  });

  it('was taken by each procedure that takes a text of its own', async () => {
    const { calls } = await walked();
    const nameOf = ({ placed }: PlacedCall) => placed.field.slice(0, placed.field.indexOf(':'));
    const taken = new Set(calls.filter(({ reply }) => reply.ok).map(nameOf));
    const untaken = [...new Set(calls.map(nameOf))].filter(name => !taken.has(name));
    // A delete of something that is not there may be a good call.
    expect(untaken.filter(name => nothingKept[name as ProcedureName] === undefined)).toEqual([]);
    expect(Object.keys(nothingKept).filter(name => !calls.some(one => nameOf(one) === name))).toEqual([]);
  });

  it('control: where nothing is redacted the same walk finds it in all that the table does not have, but the log', async () => {
    const { found } = await walk('off', controlNames);
    const raw = found.map(placeOf).filter(place => keptRaw[place] === undefined);
    expect(raw).toEqual(
      expect.arrayContaining([
        'answer sessions.list',
        'agent engines.get',
        'event',
        'refusal',
        'name .codebolt/context-rule-engines/*.json',
        ...['session_id', 'group_id', 'producer_agent', 'content'].map(
          name => `table context_package.${name}`,
        ),
        ...['handoff_session.metadata', 'key_value.key'].map(name => `table ${name}`),
        ...(isLong ? ofOtherProcedures : []),
      ]),
    );
    expect(raw).not.toContain('log');
  });
});
