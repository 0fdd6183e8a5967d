import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { type CallDefaults, type CallProcedure, createCall } from './call-procedure.ts';
import type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  ContextAssemblyClient,
  ContextRuleEngineClient,
  FitSettings,
  PersistentMemoryClient,
  ProcedureGroup,
  Stored,
  WeftClient,
} from './client-types.ts';
import { serverAddress, withEnvironment } from './server-address.ts';
import { subscribeEvents } from './subscribe-events.ts';
import { type FindWay, platformTransport } from './transport.ts';
import { WeftError } from './weft-error.ts';

export type * from '../../shared/contract/events.ts';
export type * from './client-types.ts';
export { WeftError } from './weft-error.ts';

/** A client of a running `weft serve`; nothing is sent until it is asked something. */
export function createClient(given: ClientOptions = {}): WeftClient {
  const options = withEnvironment(given);
  const way = { ...platformTransport, server: serverAddress(options), token: options.token };
  return createClientOf(() => way, options);
}

/** A client of whatever is found. */
export function createClientOf(find: FindWay, defaults: CallDefaults = {}): WeftClient {
  const call = createCall(find, defaults);
  return {
    // Left out only where its type lets it.
    call: (name, ...[input = {} as Input<typeof name>, callOptions]) => call(name, input, callOptions),
    contextAssembly: contextAssembly(call),
    contextRuleEngine: contextRuleEngine(call),
    persistentMemory: persistentMemory(call),
    ledger: group(call, 'ledger'),
    handoff: {
      sessions: group(call, 'sessions'),
      packages: group(call, 'packages'),
      errorPatterns: group(call, 'errorPatterns'),
      zones: group(call, 'zones'),
    },
    health: group(call, 'health'),
    conversations: group(call, 'conversations'),
    async fit<Body>(request: Body, how: FitSettings, options?: CallOptions) {
      const fitted = await call('conversations.fit', { request, ...how }, options);
      // The same body with some of its entries.
      return { ...fitted, request: fitted.request as Body };
    },
    events: {
      subscribe: (listener, options) => subscribeEvents(find, listener, options),
    },
  };
}

/** The procedures of a group, whichever the contract has. */
function group<Name extends string>(call: CallProcedure, name: Name): ProcedureGroup<Name> {
  const methods = new Proxy(
    {},
    {
      get: (target, own) =>
        isOfLanguage(own, target)
          ? Reflect.get(target, own)
          : (input: Input<ProcedureName> = {} as Input<ProcedureName>, options?: CallOptions) =>
              call(`${name}.${own}` as ProcedureName, input, options), // the server knows which there are
    },
  );
  return methods as ProcedureGroup<Name>; // typed by the same contract
}

/** Whoever awaits a group, prints it or makes JSON of it must not call a procedure of that name. */
const isOfLanguage = (name: string | symbol, target: object): name is symbol =>
  typeof name === 'symbol' || name in target || ['then', 'catch', 'finally', 'toJSON'].includes(name);

/** A hash beside what it is of: not listed, so that it is never stored with it. */
function withHash<Value extends object>(value: Value, hash: string): Stored<Value> {
  return Object.defineProperty(value, 'hash', { value: hash }) as Stored<Value>; // just defined
}

function contextAssembly(call: CallProcedure): ContextAssemblyClient {
  return {
    getContext: (request, options) => call('assembly.assemble', { request }, options),
    validate: (request, options) => call('assembly.validate', { request }, options),
    render: (assembled, { format = 'markdown', provenance } = {}, options) =>
      call('assembly.render', { assembled, format, provenance }, options),
    listMemoryTypes: async options => (await call('assembly.memoryTypes', {}, options)).memory_types,
    evaluateRules: (request, options) =>
      call('rules.evaluate', { request, explain: options?.explain }, options),
    getRequiredVariables: (memory_ids, options) =>
      call('memories.requiredVariables', { memory_ids }, options),
  };
}

function contextRuleEngine(call: CallProcedure): ContextRuleEngineClient {
  return {
    list: async options => (await call('engines.list', {}, options)).engines,
    get: async (id, options) => storedEngine(await call('engines.get', { id }, options)),
    create: async (engine, options) => storedEngine(await call('engines.create', { engine }, options)),
    update: async (id, given, options) => {
      const [changes, guard] = guardApart(given, options);
      return storedEngine(await call('engines.update', { id, changes, ...guard }, options));
    },
    delete: (id, options) => call('engines.delete', { id, ...hash(options) }, options),
    addRule: async (id, given, options) => {
      const [rule, guard] = guardApart(given, options);
      return (await call('engines.addRule', { id, rule, ...guard }, options)).rule;
    },
    updateRule: async (id, rule_id, given, options) => {
      const [changes, guard] = guardApart(given, options);
      return (await call('engines.updateRule', { id, rule_id, changes, ...guard }, options)).rule;
    },
    deleteRule: (id, rule_id, options) =>
      call('engines.deleteRule', { id, rule_id, ...hash(options) }, options),
    evaluate: (request, options) =>
      call('rules.evaluate', { request, explain: options?.explain, engine_id: options?.engineId }, options),
    getPossibleVariables: async options => (await call('rules.possibleVariables', {}, options)).variables,
  };
}

function persistentMemory(call: CallProcedure): PersistentMemoryClient {
  return {
    list: async options => (await call('memories.list', {}, options)).memories,
    get: async (id, options) => storedMemory(await call('memories.get', { id }, options)),
    create: async (memory, options) => storedMemory(await call('memories.create', { memory }, options)),
    update: async (id, given, options) => {
      const [changes, guard] = guardApart(given, options);
      return storedMemory(await call('memories.update', { id, changes, ...guard }, options));
    },
    delete: (id, options) => call('memories.delete', { id, ...hash(options) }, options),
    duplicate: async (id, as, options) => (await call('memories.duplicate', { id, ...as }, options)).memory,
    validate: (memory, options) => call('memories.validate', { memory }, options),
    execute: (id, request, options) => call('memories.execute', { id, request }, options),
    import: (input, options) => call('memories.import', input, options),
    export: (id, options) => call('memories.export', { id }, options),
    stepSpecs: async options => (await call('memories.stepSpecs', {}, options)).steps,
  };
}

const storedEngine = ({ engine, hash }: Output<'engines.get'>) => withHash(engine, hash);
const storedMemory = ({ memory, hash }: Output<'memories.get'>) => withHash(memory, hash);

/** What is written, and the hash that guards it; who sends both in one object, as REST takes them, means it too. */
function guardApart<Content>(given: Content, options: ChangeOptions | undefined) {
  const { expected_hash, ...content }: JsonObject = isJsonObject(given) ? given : {};
  if (expected_hash === undefined) return [given, hash(options)] as const;
  if (options?.expectedHash !== undefined)
    throw new WeftError(
      'invalid_input',
      'say once which hash is expected: as expectedHash, or in what is sent',
    );
  // The same without a key that it has not by its type.
  return [content as Content, { expected_hash: String(expected_hash) }] as const;
}

const hash = (options: ChangeOptions | undefined) => ({ expected_hash: options?.expectedHash });
