import type { ContextRequest } from '../../shared/model/request.ts';

/** One request that the sample's agents made again and again, and how often. */
export interface SampleTraffic {
  readonly request: ContextRequest;
  readonly times: number;
  readonly hours_ago: number;
}

interface Situation {
  readonly share: number;
  readonly agent: string;
  readonly path: string;
  readonly task?: readonly [id: string, type: string];
  readonly thread?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly memories?: readonly string[];
  readonly tokens: number;
  readonly texts: readonly string[];
}

const booking = 'services/booking-api';

/** What the team does in a month: each situation with how often it comes, of a hundred. */
const situations: readonly Situation[] = [
  {
    share: 22,
    agent: 'developer',
    path: booking,
    task: ['FER-821', 'feature'],
    thread: 'waitlist-schema',
    variables: {
      phase: 'implementing',
      iteration: 0,
      risk: 0.4,
      file_path: `${booking}/src/waitlist/offer.ts`,
    },
    tokens: 2000,
    texts: [
      'Offer a freed place to the next party on the waitlist',
      'Let an offer lapse after two hours',
      'Keep one open offer for each party',
      'Write the event when an offer is taken',
    ],
  },
  {
    share: 15,
    agent: 'developer',
    path: booking,
    task: ['FER-805', 'bug'],
    thread: 'early-release',
    variables: {
      phase: 'implementing',
      iteration: 1,
      risk: 0.5,
      file_path: `${booking}/src/holds/release-expired.ts`,
    },
    tokens: 1300,
    texts: [
      'The hold sweeper fails on holds that wait for a payment',
      'Seats are released too early when the webhook is late',
      'The test of late webhooks is still failing',
      'Fix the error in the query for expired holds',
    ],
  },
  {
    share: 9,
    agent: 'developer',
    path: booking,
    task: ['FER-821', 'feature'],
    thread: 'waitlist-schema',
    variables: {
      phase: 'implementing',
      iteration: 0,
      risk: 0.7,
      file_path: `${booking}/migrations/0042_waitlist.sql`,
    },
    tokens: 2400,
    texts: [
      'Add the tables of the waitlist with their indexes',
      'Backfill the position of parties that wait already',
      'Drop the old column once nobody reads it',
    ],
  },
  {
    share: 11,
    agent: 'developer',
    path: 'apps/web',
    task: ['FER-817', 'feature'],
    variables: { phase: 'planning', iteration: 0 },
    tokens: 1600,
    texts: [
      'Plan how a guest changes the car on a booking',
      'Plan the page of offers at night',
      'How would half days be shown in the calendar?',
      'Plan what the app says when a sailing is full',
    ],
  },
  {
    share: 6,
    agent: 'tech_lead',
    path: booking,
    thread: 'quarter-plan',
    variables: { phase: 'planning', iteration: 0 },
    tokens: 2000,
    texts: [
      'What of the waitlist comes first?',
      'Who could take the scanner over?',
      'Cut the outbox into steps',
    ],
  },
  {
    share: 5,
    agent: 'qa_expert',
    path: 'apps/scanner',
    task: ['FER-809', 'bug'],
    variables: { phase: 'planning', iteration: 0 },
    tokens: 1200,
    texts: ['Plan the tests of a pier without signal', 'Which clocks must the scanner survive?'],
  },
  {
    share: 10,
    agent: 'tech_lead',
    path: booking,
    task: ['FER-830', 'feature'],
    variables: { phase: 'reviewing', iteration: 1, risk: 0.8 },
    tokens: 1500,
    texts: [
      'Review the idempotent refunds',
      'Review who may read a booking of another party',
      'Review the retries of the outbox',
    ],
  },
  {
    share: 7,
    agent: 'qa_expert',
    path: 'apps/web',
    task: ['FER-840', 'copy'],
    variables: { phase: 'reviewing', iteration: 0, risk: 0.25, labels: ['copy'] },
    tokens: 900,
    texts: [
      'Review the words of the waiting page',
      'Review the text of a lapsed offer',
      'Is "standby" the right word?',
    ],
  },
  {
    share: 6,
    agent: 'qa_expert',
    path: 'apps/scanner',
    task: ['FER-809', 'bug'],
    thread: 'clock-skew',
    variables: {
      phase: 'implementing',
      iteration: 3,
      risk: 0.3,
      file_path: 'apps/scanner/test/clock-skew.test.ts',
    },
    tokens: 480,
    texts: ['The clock test fails on handhelds with a wrong time', 'The scan loop hangs without signal'],
  },
  {
    share: 3,
    agent: 'tech_lead',
    path: booking,
    task: ['FER-830', 'hotfix'],
    thread: 'refund-outage',
    variables: { phase: 'hotfix', iteration: 1, risk: 0.9 },
    tokens: 1000,
    texts: ['Urgent: refunds fail with error 500', 'Outage: no booking can be paid since 14:20'],
  },
  {
    share: 6,
    agent: 'guide',
    path: 'docs',
    variables: { tenure_days: 4 },
    memories: ['team-roster', 'glossary'],
    tokens: 1000,
    texts: [
      'Who looks after the boarding scanners?',
      'What is a lane metre?',
      'Where do I ask about tariffs?',
    ],
  },
];

const month = 28 * 24;
const all = 10_000;

/** A month of requests as the sample project's agents would have made them; ten thousand in all. */
export function sampleTraffic(): SampleTraffic[] {
  const traffic = situations.flatMap((situation, at) =>
    situation.texts.map((text, index) => ({
      request: requestOf(situation, text),
      times: Math.round((situation.share * all) / 100 / situation.texts.length),
      hours_ago: 2 + ((at * 53 + index * 167) % month),
    })),
  );
  const missing = all - traffic.reduce((sum, { times }) => sum + times, 0);
  return traffic.map((one, at) => (at === 0 ? { ...one, times: one.times + missing } : one));
}

function requestOf(
  { agent, path, task, thread, variables, memories, tokens }: Situation,
  text: string,
): ContextRequest {
  return {
    scope_variables: {
      project: { project_id: 'ferryline', project_path: path },
      agent: { agent_type: agent },
      ...(thread !== undefined && { thread: { thread_id: thread } }),
      ...(task !== undefined && { task: { task_id: task[0], task_type: task[1] } }),
    },
    additional_variables: variables,
    input: { text },
    ...(memories !== undefined && { explicit_memory: [...memories] }),
    constraints: { max_tokens: tokens },
  };
}
