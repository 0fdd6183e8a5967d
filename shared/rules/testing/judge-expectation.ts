import { areSame } from '../../lists.ts';
import type { AssembledContext } from '../../model/assembled-context.ts';
import type { Expectation } from '../../model/context-test.ts';
import type { RuleOutcome } from './rule-case.ts';

/** What is known of a request: what rules decide, and its context once it was assembled. */
export interface Observed {
  readonly rules: RuleOutcome;
  readonly assembled?: AssembledContext;
  /** What a contract comes to for the request, by its id; absent where nobody knows which there are. */
  readonly contractOf?: ((id: string) => Judgement) | undefined;
}

/** `open` while it hangs on a context that was not assembled. */
export interface Judgement {
  readonly state: 'passed' | 'failed' | 'open';
  readonly expected: string;
  readonly actual: string;
}

type OfKind<Kind extends Expectation['kind']> = Extract<Expectation, { kind: Kind }>;

/** How each kind is judged and said; a kind is one entry here. */
const kinds: { readonly [Kind in Expectation['kind']]: (one: OfKind<Kind>, seen: Observed) => Judgement } = {
  fires: ({ rule }, { rules }) =>
    verdict(rules.fired.includes(rule), `${rule} fires`, firedWords(rule, rules)),
  silent: ({ rule }, { rules }) =>
    verdict(!rules.fired.includes(rule), `${rule} does not fire`, firedWords(rule, rules)),
  included({ memory, section, after }, seen) {
    const expected = `${memory} is ${placeWords(after)}${section === undefined ? '' : `, in ${section}`}`;
    const added = seen.rules.added.includes(memory);
    if (!added) return verdict(false, expected, `nothing adds ${memory}`);
    if (after === 'rules' && section === undefined) return verdict(true, expected, `${memory} is added`);
    const places = placesOf(seen);
    if (places === undefined) return open(expected);
    const own = places.filter(place => place.memory === memory);
    const sections = [...new Set(own.map(place => place.section))];
    const isThere = section === undefined ? own.length > 0 : sections.some(one => one === section);
    return verdict(isThere, expected, own.length === 0 ? absentWords(memory, seen) : `in ${list(sections)}`);
  },
  excluded({ memory, after }, seen) {
    const expected = `${memory} is not ${placeWords(after)}`;
    if (!seen.rules.added.includes(memory)) return verdict(true, expected, `nothing adds ${memory}`);
    if (after === 'rules') return verdict(false, expected, `${memory} is added`);
    const places = placesOf(seen);
    if (places === undefined) return open(expected);
    const isThere = places.some(place => place.memory === memory);
    return verdict(!isThere, expected, isThere ? `${memory} is there` : absentWords(memory, seen));
  },
  section({ section, memories }, seen) {
    const expected = `${section} has ${list(memories)}`;
    const places = placesOf(seen);
    if (places === undefined) return open(expected);
    const own = memoriesAt(places.filter(place => place.section === section));
    return verdict(areSame(own, memories), expected, `${section} has ${list(own)}`);
  },
  order({ memories, after }, seen) {
    const expected = `${memories.join(', then ')}`;
    const places = after === 'rules' ? seen.rules.added : placesOf(seen) && memoriesAt(placesOf(seen) ?? []);
    const absent = memories.filter(id => !seen.rules.added.includes(id));
    if (absent.length > 0) return verdict(false, expected, `nothing adds ${list(absent)}`);
    if (places === undefined) return open(expected);
    const found = places.filter(id => memories.includes(id));
    return verdict(areSame(found, memories), expected, found.join(', then ') || 'none of them');
  },
  tokens({ at_most: limit, of }, seen) {
    const whose = of === undefined ? 'the context' : 'memory' in of ? of.memory : of.section;
    const expected = `${whose} has at most ${limit.toLocaleString('en-US')} tokens`;
    const places = placesOf(seen);
    if (places === undefined) return open(expected);
    const counted = places.filter(
      place =>
        of === undefined || ('memory' in of ? place.memory === of.memory : place.section === of.section),
    );
    const tokens = counted.reduce((sum, place) => sum + place.tokens, 0);
    return verdict(tokens <= limit, expected, `${tokens.toLocaleString('en-US')} tokens`);
  },
  missing({ variables }, { assembled }) {
    const words = (names: readonly string[]) =>
      names.length === 0 ? 'no variable is missing' : `missing: ${list(names)}`;
    if (assembled === undefined) return open(words(variables));
    const names = assembled.trace.missing_variables.map(({ name }) => name).toSorted();
    return verdict(areSame(names, variables.toSorted()), words(variables), words(names));
  },
  contract: ({ contract }, { contractOf }) => contractOf?.(contract) ?? open(contractHolds(contract)),
};

/** Whether an expectation is met, as far as that is known. */
export function judgeExpectation(expectation: Expectation, seen: Observed): Judgement {
  const judge = kinds[expectation.kind] as (one: Expectation, seen: Observed) => Judgement; // the entry of its own kind
  return judge(expectation, seen);
}

/** What an expectation of a contract is called. */
export const contractHolds = (id: string): string => `the contract ${id} holds`;

/** What is of a contract that holds since the request does what it says, and not since it does not speak of it. */
export const holdsHere = 'it holds for this request';

const verdict = (isMet: boolean, expected: string, actual: string): Judgement => ({
  state: isMet ? 'passed' : 'failed',
  expected,
  actual,
});

const open = (expected: string): Judgement => ({ state: 'open', expected, actual: 'not assembled yet' });

const list = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));
const placeWords = (after: 'rules' | undefined): string =>
  after === 'rules' ? 'added by rules' : 'in the context';

const firedWords = (rule: string, { fired }: RuleOutcome): string =>
  fired.includes(rule) ? 'it fires' : 'it does not fire';

interface Place {
  readonly memory: string;
  readonly section: string;
  readonly tokens: number;
}

/** The items of the context in their order. */
function placesOf({ assembled }: Observed): Place[] | undefined {
  return (
    assembled &&
    Object.entries(assembled.context).flatMap(([section, items]) =>
      items.map(({ memory_id, tokens }) => ({ memory: memory_id, section, tokens })),
    )
  );
}

const memoriesAt = (places: readonly Place[]): string[] => [...new Set(places.map(({ memory }) => memory))];

/** Why something that was added is not there. */
function absentWords(memory: string, { assembled }: Observed): string {
  const dropped = assembled?.trace.dropped.filter(one => one.memory_id === memory) ?? [];
  const reasons = [...new Set(dropped.map(({ reason }) => reason.replaceAll('_', ' ')))];
  if (reasons.length > 0) return `${memory} was left out: ${reasons.join(', ')}`;
  const call = assembled?.trace.memory_calls.find(one => one.memory_id === memory);
  if (call === undefined) return `there is no memory ${memory}`;
  return call.status === 'failed' || call.status === 'skipped'
    ? `${memory} ${call.status === 'failed' ? 'failed' : 'was skipped'}: ${call.error?.message ?? 'no reason was given'}`
    : `${memory} brings no items`;
}
