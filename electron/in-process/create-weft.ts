import { AppError } from '../../shared/contract/errors.ts';
import { rememberScans } from '../../shared/redaction/remember-scans.ts';
import { createCompiledEngines } from '../../shared/rules/compiled/compiled-engines.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { createCancelSource } from '../engine/cancel.ts';
import { createPipelineCache } from '../engine/pipeline/pipeline-cache.ts';
import type { Cancel, EnginePorts, StorePort } from '../engine/ports.ts';
import { compilePatternNatively } from '../platform/native-patterns.ts';
import { systemClock } from '../platform/system-clock.ts';
import { createTokenizer } from '../platform/tokenizer.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { createActingState } from './acting-state.ts';
import { assembleFor, evaluateFor, explainFor, renderText, validateFor, type Within } from './ask-engine.ts';
import { checkObject } from './check-given.ts';
import { fitFor, prepareFor } from './prepare-body.ts';
import type { ActingSource } from './sources/acting-source.ts';
import { bundleSource } from './sources/bundle-source.ts';
import { givenSource, programSource } from './sources/given-source.ts';
import { projectSource } from './sources/project-source.ts';
import { traced } from './tracing.ts';
import type { Weft, WeftOptions, WeftSettings } from './weft-types.ts';
import { wrapClient } from './wrap-client.ts';

export { AppError as WeftError } from '../../shared/contract/errors.ts';

/**
 * Opens the engine within this program: on a project folder, a signed bundle, definitions of the program itself, or a
 * source of its own. Fails where there is nothing that may act: `not_found`, `untrusted_project`, `invalid_input` for
 * definitions that are none, `forbidden` for a bundle that is not genuine.
 */
export async function createWeft(options: WeftOptions): Promise<Weft> {
  checkObject('options', options, '; give a project, a bundle, a source, or engines and memories');
  const { userDataDir = findUserDataDir(), onProblem = () => {} } = options;
  const source = await openSource(options, userDataDir, onProblem);
  const state = await createActingState(source, onProblem);
  const tokens = options.tokens ?? createTokenizer();
  const within: Within = {
    acting: state.acting,
    ports: portsOf(options, tokens),
    chat: options.chat,
    compiled: createCompiledEngines(createRegexCache(Infinity, compilePatternNatively)),
    regexes: createRegexCache(undefined, compilePatternNatively),
    redact: rememberScans(),
  };
  const own: Pick<Weft, 'evaluate' | 'assemble' | 'fit' | 'render'> = {
    evaluate(request, asked = {}) {
      checkObject('options', asked);
      return evaluateFor(within, request, asked);
    },
    async assemble(request, asked = {}) {
      checkObject('options', asked);
      const { signal, onEvent } = asked;
      return withCancel(signal, cancel => assembleFor(within, request, { cancel, onEvent }));
    },
    async fit(body, how) {
      checkObject('options', how, '; give a budget of tokens');
      return withCancel(how.signal, cancel => fitFor(within, body, how, cancel));
    },
    render: renderText,
  };
  const asked = options.tracer === undefined ? own : traced(own, options.tracer);
  const prepare: Weft['prepare'] = (body, how = {}) => prepareFor(within, asked, body, how);
  return {
    ...asked,
    prepare,
    wrap: (client, how = {}) => wrapClient({ prepare }, client, how, options.tracer),
    validate: request => validateFor(within, request),
    async explain(request, target, asked = {}) {
      checkObject('options', asked);
      return withCancel(asked.signal, cancel => explainFor(within, request, target, cancel));
    },
    definitions: state.definitions,
    onChange: state.onChange,
    refresh: state.refresh,
    close: state.close,
  };
}

function openSource(
  options: WeftOptions,
  userDataDir: string,
  onProblem: (problem: string) => void,
): ActingSource | Promise<ActingSource> {
  if ('project' in options) return projectSource(options, userDataDir);
  if ('bundle' in options) return bundleSource(options, userDataDir, onProblem);
  return 'source' in options ? programSource(options) : givenSource(options);
}

function portsOf({ stores, handlers }: WeftSettings, tokens: EnginePorts['tokens']): EnginePorts {
  return {
    stores: { ...missingStores, ...stores },
    tokens,
    clock: systemClock,
    ...(handlers && { handlers: new Map(Object.entries(handlers)) }),
    ...(stores?.contentVersions && { pipelines: createPipelineCache() }),
  };
}

/** A step whose store nobody gave says so in the trace, instead of finding nothing. */
const missing = (name: keyof StorePort) => async (): Promise<never> => {
  throw new AppError('unsupported', `there is no such store here; give createWeft stores with "${name}"`);
};

const missingStores: StorePort = {
  searchDocuments: missing('searchDocuments'),
  readKeys: missing('readKeys'),
  searchVectors: missing('searchVectors'),
  searchEvents: missing('searchEvents'),
  readDecisions: missing('readDecisions'),
  readBlackboard: missing('readBlackboard'),
  readPackages: missing('readPackages'),
  readErrorPatterns: missing('readErrorPatterns'),
  readSessionState: missing('readSessionState'),
  readConversation: missing('readConversation'),
  searchMessages: missing('searchMessages'),
  readGraphView: missing('readGraphView'),
  expandGraph: missing('expandGraph'),
};

/** Work that a signal stops; the signal is let go of when the work is done. */
async function withCancel<Result>(
  signal: AbortSignal | undefined,
  work: (cancel: Cancel) => Promise<Result>,
): Promise<Result> {
  const { cancel, trigger } = createCancelSource();
  if (signal?.aborted) trigger();
  signal?.addEventListener('abort', trigger);
  try {
    return await work(cancel);
  } finally {
    signal?.removeEventListener('abort', trigger);
  }
}
