import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A request to a model as a coding agent makes it, in the shape of Anthropic messages. */
export interface SessionRequest {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly unknown[];
  readonly messages: readonly SessionMessage[];
}

interface SessionMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly unknown[];
}

/**
 * A session of a coding agent by its seed: several things asked for, each done in a row of calls, with results as long
 * as they are in practice: most a few lines, some whole files and logs.
 */
export function codingSession(seed: number): SessionRequest {
  const random = createSeededRandom(seed);
  const messages: SessionMessage[] = [];
  const requests = random.between(10, 30);
  for (let request = 0; request < requests; request += 1) {
    messages.push({
      role: 'user',
      content: `${random.pick(asks)} ${random.pick(files)}. ${prose(random, 2)}`,
    });
    const calls = random.between(6, 16);
    for (let call = 0; call < calls; call += 1) addCall(random, messages, `toolu_${seed}_${request}_${call}`);
    messages.push({ role: 'assistant', content: prose(random, random.between(2, 6)) });
  }
  return { model: 'claude-sonnet', system, tools, messages };
}

/** The requests that a session was made of: one each time a user or a tool has spoken. */
export const requestsOf = (session: SessionRequest): SessionRequest[] =>
  session.messages.flatMap(({ role }, at) =>
    role === 'user' ? [{ ...session, messages: session.messages.slice(0, at + 1) }] : [],
  );

function addCall(random: SeededRandom, messages: SessionMessage[], id: string): void {
  const { name, input, result } = random.pick(kinds)(random);
  const said = random.next() < 0.5 ? [{ type: 'text', text: prose(random, 1) }] : [];
  messages.push(
    { role: 'assistant', content: [...said, { type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
  );
}

type Kind = (random: SeededRandom) => {
  readonly name: string;
  readonly input: unknown;
  readonly result: string;
};

/** Few are long and most are short: lines by the square of chance. */
const linesUpTo = (random: SeededRandom, most: number): number => 3 + Math.floor(most * random.next() ** 3);
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

const readFile: Kind = random => ({
  name: 'read_file',
  input: { path: random.pick(files) },
  result: many(linesUpTo(random, 320), at => `${String(at + 1).padStart(4)}  ${codeLine(random)}`),
});
const editFile: Kind = random => {
  const path = random.pick(files);
  const change = { old_text: many(random.between(1, 6), () => codeLine(random)) };
  const input = { path, ...change, new_text: many(random.between(2, 14), () => codeLine(random)) };
  return { name: 'edit_file', input, result: `${path} was changed: ${random.between(1, 14)} lines.` };
};
const search: Kind = random => ({
  name: 'search',
  input: { pattern: random.pick(words), path: 'src' },
  result: many(
    linesUpTo(random, 60),
    () => `${random.pick(files)}:${random.between(1, 400)}: ${codeLine(random)}`,
  ),
});
const runTests: Kind = random => ({
  name: 'run',
  input: { command: `npm test -- ${random.pick(files)}` },
  result: many(linesUpTo(random, 120), at =>
    random.next() < 0.1
      ? `not ok ${at} - ${prose(random, 1)}`
      : `ok ${at} - ${random.pick(words)} ${random.pick(words)}`,
  ),
});
const listFolder: Kind = random => ({
  name: 'list',
  input: { path: 'src' },
  result: many(random.between(4, 24), () => random.pick(files)),
});

const kinds: readonly [Kind, ...Kind[]] = [
  readFile,
  readFile,
  editFile,
  editFile,
  search,
  runTests,
  listFolder,
];

const asks = [
  'Find out why the hold expires too early in',
  'Add a limit for each customer to',
  'Write the tests that are missing for',
  'Move the parsing out of',
  'Make the import faster that begins in',
] as const;
const files = [
  'src/holds/expire-hold.ts',
  'src/holds/place-hold.ts',
  'src/queue/claim-job.ts',
  'src/queue/retry-policy.ts',
  'src/http/read-body.ts',
  'src/http/route-table.ts',
  'src/store/migrate.ts',
  'test/holds/expire-hold.test.ts',
] as const;
const words = [
  'deadline',
  'customer',
  'holdId',
  'attempt',
  'clock',
  'transaction',
  'payload',
  'retryAfter',
  'lease',
  'vessel',
  'deck',
  'booking',
] as const;

const codeLine = (random: SeededRandom): string =>
  random.pick([
    `  const ${random.pick(words)} = await ${random.pick(words)}.find(${random.pick(words)});`,
    `  if (${random.pick(words)} > ${random.between(1, 900)}) return ${random.pick(words)};`,
    `export function ${random.pick(words)}Of(${random.pick(words)}: string): number {`,
    '}',
    `  // ${random.pick(words)} is counted from the ${random.pick(words)} on`,
  ]);

const prose = (random: SeededRandom, sentences: number): string =>
  Array.from(
    { length: sentences },
    () =>
      `The ${random.pick(words)} of the ${random.pick(words)} is ${random.pick(['set', 'read', 'lost', 'checked twice'])} before the ${random.pick(words)} is known.`,
  ).join(' ');

const system = `You are a coding agent at work in a repository. ${Array.from(
  { length: 24 },
  (_, at) =>
    `Rule ${at + 1}: read a file before you change it, keep a change small, and run the tests that belong to it.`,
).join(' ')}`;

const tools = (
  [
    ['read_file', 'Reads a file with the number of each line.'],
    ['edit_file', 'Replaces a text of a file, which must be there once.'],
    ['search', 'Finds lines by a pattern, with file and number.'],
    ['run', 'Runs a command in the root of the repository and gives what it printed.'],
    ['list', 'Lists the files of a folder.'],
  ] as const
).map(([name, description]) => ({
  name,
  description,
  input_schema: { type: 'object', properties: { path: { type: 'string', description: 'from the root' } } },
}));
