import type { Input } from '../../shared/contract/contract.ts';
import { type CallProcedure, createCall } from './call-procedure.ts';
import type {
  ChangeOptions,
  ClientOptions,
  ContextAssemblyClient,
  ContextRuleEngineClient,
  PersistentMemoryClient,
  WeftClient,
} from './client-types.ts';
import { subscribeEvents } from './subscribe-events.ts';
import { platformTransport, type Transport } from './transport.ts';

export type * from '../../shared/contract/events.ts';
export type * from './client-types.ts';
export { WeftError } from './weft-error.ts';

/** A client of a running `weft serve`; nothing is sent until it is asked something. */
export function createClient(
  options: ClientOptions = {},
  transport: Transport = platformTransport,
): WeftClient {
  const call = createCall(options, transport);
  return {
    // Left out only where its type lets it.
    call: (name, ...[input = {} as Input<typeof name>, callOptions]) => call(name, input, callOptions),
    contextAssembly: contextAssembly(call),
    contextRuleEngine: contextRuleEngine(call),
    persistentMemory: persistentMemory(call),
    events: {
      subscribe: (listener, subscribeOptions) =>
        subscribeEvents({ ...options, transport }, listener, subscribeOptions),
    },
  };
}

function contextAssembly(call: CallProcedure): ContextAssemblyClient {
  return {
    getContext: (request, options) => call('assembly.assemble', { request }, options),
    validate: (request, options) => call('assembly.validate', { request }, options),
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
    get: async (id, options) => (await call('engines.get', { id }, options)).engine,
    create: async (engine, options) => (await call('engines.create', { engine }, options)).engine,
    update: async (id, changes, options) =>
      (await call('engines.update', { id, changes, ...hash(options) }, options)).engine,
    delete: (id, options) => call('engines.delete', { id, ...hash(options) }, options),
    addRule: async (id, rule, options) =>
      (await call('engines.addRule', { id, rule, ...hash(options) }, options)).rule,
    updateRule: async (id, rule_id, changes, options) =>
      (await call('engines.updateRule', { id, rule_id, changes, ...hash(options) }, options)).rule,
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
    get: async (id, options) => (await call('memories.get', { id }, options)).memory,
    create: async (memory, options) => (await call('memories.create', { memory }, options)).memory,
    update: async (id, changes, options) =>
      (await call('memories.update', { id, changes, ...hash(options) }, options)).memory,
    delete: (id, options) => call('memories.delete', { id, ...hash(options) }, options),
    duplicate: async (id, as, options) => (await call('memories.duplicate', { id, ...as }, options)).memory,
    validate: (memory, options) => call('memories.validate', { memory }, options),
    execute: (id, request, options) => call('memories.execute', { id, request }, options),
    import: (input, options) => call('memories.import', input, options),
    export: (id, options) => call('memories.export', { id }, options),
    stepSpecs: async options => (await call('memories.stepSpecs', {}, options)).steps,
  };
}

const hash = (options: ChangeOptions | undefined) => ({ expected_hash: options?.expectedHash });
