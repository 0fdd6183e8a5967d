import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../shared/model/json.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { runWeft } from '../support/run-weft.ts';
import { NoAnswer } from './soak-doors.ts';
import { ask, askRest, askTool, type SoakWorld, write } from './soak-world.ts';

/** A client's own state: its number, and how much it has made. */
export interface SoakClient {
  readonly number: number;
  made: number;
  readonly decisions: { readonly summary: string; readonly id: string }[];
}

type Work = (world: SoakWorld, client: SoakClient) => Promise<unknown>;

/** Names are padded, so that none begins another and a report that names one names no other. */
export function nextName(client: SoakClient, kind: string): string {
  client.made += 1;
  return `${kind}-c${String(client.number).padStart(3, '0')}-n${String(client.made).padStart(6, '0')}`;
}

const topics = [
  'boarding',
  'scanner',
  'passes',
  'refunds',
  'gates',
  'offline',
  'queues',
  'printing',
] as const;
const about = ({ random }: SoakWorld): string =>
  `${random.pick(topics)} ${random.pick(topics)} ${random.pick(topics)}`;
const scopeOf = ({ number }: SoakClient): string => `apps/area-${number % 8}`;

const request = {
  scope_variables: { agent: { agent_type: 'qa_expert' }, task: { task_type: 'test_plan' } },
  additional_variables: { phase: 'planning', file_path: 'apps/scanner/src/validate.ts' },
  constraints: { max_tokens: 2000 },
};

const post: Work = (world, client) => {
  const summary = nextName(client, 'entry');
  const given = {
    entry_type: world.random.pick(['finding', 'need', 'warning', 'question'] as const),
    summary,
    detail: `about ${about(world)}`,
    scope: scopeOf(client),
  };
  const place = { store: 'entries', key: summary };
  const nameOf = ({ id }: { id?: unknown }) => ({ value: 'there', name: String(id) });
  return world.random.between(1, 2) === 1
    ? write(world, place, ['there'], () => ask(world, 'ledger.post', given), nameOf)
    : write(world, place, ['there'], () => askTool(world, 'twining_post', given), nameOf);
};

const decide: Work = async (world, client) => {
  const summary = nextName(client, 'decision');
  const given = { domain: `area-${client.number}`, scope: scopeOf(client), summary, rationale: about(world) };
  const { id } = await write(
    world,
    { store: 'decisions', key: summary },
    ['active', 'provisional'],
    () => ask(world, 'ledger.decide', given),
    answer => ({ value: answer.decision.status, name: answer.id }),
  );
  client.decisions.push({ summary, id });
};

const overrideDecision: Work = async (world, client) => {
  const decision = client.decisions.shift();
  if (decision === undefined) {
    await decide(world, client);
    return;
  }
  await write(world, { store: 'decisions', key: decision.summary }, ['overridden'], () =>
    ask(world, 'ledger.override', { id: decision.id, reason: about(world) }),
  );
};

const setKey: Work = (world, client) => {
  const key = `c${String(client.number).padStart(3, '0')}-k${String(world.random.between(1, 12)).padStart(2, '0')}-end`;
  const place = { store: 'keys', key };
  const address = { instance: 'soak', namespace: 'n', key };
  if (world.random.between(1, 8) === 1)
    return write(world, place, [null], () => ask(world, 'kv.delete', address));
  const value = nextName(client, 'value');
  return write(world, place, [value], () => ask(world, 'kv.set', { ...address, value }));
};

/** Each version has another length, and its own word to search for. */
const importDocument: Work = (world, client) => {
  const path = `c${String(client.number).padStart(3, '0')}-d${String(world.random.between(1, 8)).padStart(2, '0')}.md`;
  const word = nextName(client, 'word').replaceAll('-', '');
  const text = `# ${word}\n\n${about(world)} ${'and so on. '.repeat(client.made % 200)}\n\n## More\n\n${about(world)}\n`;
  return write(world, { store: 'documents', key: path }, [String(Buffer.byteLength(text))], () =>
    ask(world, 'documents.import', { collection: 'soak', files: [{ path, text }] }),
  );
};

const appendEvents: Work = (world, client) => {
  const content = nextName(client, 'event');
  const instance = eventInstance(client.number, client.made);
  return write(
    world,
    { store: 'events', key: content },
    ['there'],
    () => ask(world, 'events.append', { instance, events: [{ type: 'soak', content }] }),
    ({ ids }) => ({ value: 'there', name: String(ids[0]) }),
  );
};

/** Few enough in each that one search finds all. */
export const eventInstance = (client: number, made: number): string =>
  `soak-${client % 10}-${Math.floor(made / 500)}`;

const importConversation: Work = (world, client) => {
  const id = `talk-c${String(client.number).padStart(3, '0')}-t${world.random.between(1, 3)}-end`;
  const length = 2 + (client.made % 40);
  client.made += 1;
  const messages = Array.from({ length }, (_, index) => ({
    id: `m${index}`,
    index,
    role: index % 2 === 0 ? 'user' : 'assistant',
    parts: `${index}: ${about(world)}`,
  }));
  return write(world, { store: 'conversations', key: id }, [String(length)], () =>
    ask(world, 'conversations.import', { id, title: id, messages, embedder: 'none', profiles: false }),
  );
};

const saveSession: Work = (world, client) => {
  const session_id = `session-c${String(client.number).padStart(3, '0')}-s${world.random.between(1, 4)}-end`;
  const title = nextName(client, 'title');
  return write(world, { store: 'sessions', key: session_id }, [title], () =>
    ask(world, 'sessions.save', { session_id, metadata: { title } }),
  );
};

const savePackage: Work = (world, client) => {
  const summary = nextName(client, 'package');
  const given = {
    session_id: `session-c${String(client.number).padStart(3, '0')}-s1-end`,
    package_type: 'research',
    file_path: 'notes.md',
    producer_agent: 'tech_lead',
    priority: 'high',
    summary,
    consumers: ['developer'],
  } as const;
  return write(world, { store: 'packages', key: summary }, ['there'], () =>
    askTool(world, 'handoff_save_package', given),
  );
};

const updateEngine: Work = async (world, client) => {
  const id = `soak-c${String(client.number).padStart(3, '0')}-end`;
  const description = nextName(client, 'engine');
  const place = { store: 'engines', key: id };
  const known = await askRest(world, 'GET', `/context-rule-engine/${id}`).catch(ifNotFound);
  if (known === undefined) {
    const rules = [{ name: 'R', when: [], then: { add_memories: ['glossary'] } }];
    const engine = { id, name: id, description, enabled: false, rules };
    return write(world, place, [description], () => askRest(world, 'POST', '/context-rule-engine', engine));
  }
  return write(world, place, [description], () =>
    askRest(world, 'PUT', `/context-rule-engine/${id}`, { description }, { 'if-match': String(known.etag) }),
  );
};

function ifNotFound(error: unknown): undefined {
  if (error instanceof NoAnswer && error.code === 'not_found') return undefined;
  throw error;
}

export const sharedEngine = 'soak-shared';

/** Everybody counts up one engine with If-Match: each count that was acknowledged must be in it. */
const countUp: Work = async (world, client) => {
  if (client.number > 10) {
    await updateEngine(world, client);
    return;
  }
  const { value, etag } = await askRest(world, 'GET', `/context-rule-engine/${sharedEngine}`);
  const count = Number(isJsonObject(value) ? value.description : Number.NaN);
  world.shared.unanswered += 1;
  try {
    const changes = { description: String(count + 1) };
    await askRest(world, 'PUT', `/context-rule-engine/${sharedEngine}`, changes, {
      'if-match': String(etag),
    });
    world.shared.acknowledged += 1;
    world.shared.unanswered -= 1;
  } catch (error) {
    if (error instanceof NoAnswer && error.isRefusal) world.shared.unanswered -= 1;
    if (!(error instanceof NoAnswer && error.code === 'conflict')) throw error;
  }
};

const read =
  (asks: (world: SoakWorld, client: SoakClient) => Promise<unknown>): Work =>
  (world, client) =>
    asks(world, client);

const tool = (name: string, given: (world: SoakWorld, client: SoakClient) => JsonObject): Work =>
  read((world, client) => askTool(world, name, given(world, client)));

/** A process of its own, with the database opened beside the server. */
const askCommand: Work = async (world, client) => {
  // One of the clients does, now and then: a start costs more than all others together.
  if (client.number !== 1) {
    await tool('twining_summarize', () => ({}))(world, client);
    return;
  }
  const procedure = world.random.pick([
    'ledger.summarize',
    'content.counts',
    'engines.list',
    'assembly.memoryTypes',
  ]);
  const { code, stderr } = await runWeft(['call', procedure, '--project', world.project], {
    cwd: world.project,
    userDataDir: world.userDataDir,
  });
  if (code !== 0) throw new NoAnswer(`weft call ended with ${code}`, stderr.slice(0, 300));
};

/** What clients do, with how often. */
const works: readonly (readonly [number, Work])[] = [
  [10, post],
  [5, decide],
  [2, overrideDecision],
  [10, setKey],
  [4, importDocument],
  [8, appendEvents],
  [2, importConversation],
  [3, saveSession],
  [3, savePackage],
  [4, updateEngine],
  [6, countUp],
  [6, tool('context_get', () => request)],
  [6, tool('context_evaluate_rules', () => request)],
  [6, tool('twining_assemble', (world, client) => ({ task: about(world), scope: scopeOf(client) }))],
  [5, read(world => ask(world, 'documents.search', { query: about(world), collection: 'soak', topK: 5 }))],
  [3, read(world => ask(world, 'packages.context', { session_id: randomUUID(), agent_type: 'developer' }))],
  [3, read((world, { number }) => ask(world, 'health.record', { session_id: `h${number}`, tool: 'read' }))],
  [4, read(world => askRest(world, 'GET', '/health'))],
  [2, read(world => ask(world, 'project.info', {}))],
  [3, askCommand],
];

const total = works.reduce((sum, [weight]) => sum + weight, 0);

/** One thing that a client does; fails with `NoAnswer`. */
export function doSomething(world: SoakWorld, client: SoakClient): Promise<unknown> {
  let at = world.random.between(1, total);
  for (const [weight, work] of works) {
    at -= weight;
    if (at <= 0) return work(world, client);
  }
  return Promise.resolve();
}
