/** The plugin's first line, by which it is known as ours. */
const head = '// Written by "weft init"; "weft init --remove" takes it away.';

/**
 * The plugin that `weft init` writes for opencode: it tells the events of sessions to `weft hook` and gives back what
 * comes. It is plain JavaScript for the runtime of opencode, and never throws but where a tool is to be held up.
 */
export const openCodePlugin = (command: readonly string[]): string =>
  `${head}\nimport { spawn } from 'node:child_process';\n\nconst command = ${JSON.stringify(command)};\n${body}`;

const body = `const patienceMs = 1500;

/** Tells an event; what the agent is to know, or undefined where nobody has heard. Whatever fails is no matter of the agent. */
function tell(event) {
  return new Promise(resolve => {
    const [program, ...values] = command;
    let said = '';
    let child;
    const timer = setTimeout(() => {
      child?.kill();
      resolve(undefined);
    }, patienceMs);
    const end = answer => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      child = spawn(program, values, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      child.on('error', () => end(undefined));
      child.stdin.on('error', () => {});
      // A letter of several bytes may come in two pieces.
      child.stdout.setEncoding('utf8').on('data', text => {
        said += text;
      });
      child.on('close', () => {
        try {
          end(said === '' ? undefined : JSON.parse(said));
        } catch {
          end(undefined);
        }
      });
      child.stdin.end(JSON.stringify(event));
    } catch {
      end(undefined);
    }
  });
}

export const Weft = async ({ directory }) => {
  /** By session: what it is told in its instructions, and the answers of the model that were not told yet. */
  const sessions = new Map();
  const stateOf = id => {
    if (!sessions.has(id)) sessions.set(id, { answers: new Map(), told: new Set() });
    return sessions.get(id);
  };
  const send = async (id, name, more) => {
    const state = stateOf(id);
    const { answers } = state;
    state.answers = new Map();
    const told = { hook_event_name: name, session_id: id, cwd: directory, answers: [...answers.values()] };
    const heard = await tell({ ...told, ...more });
    // The next event tells them again; of very many the oldest are forgotten.
    if (heard === undefined || heard.unkept !== undefined) state.answers = new Map([...answers, ...state.answers].slice(-100));
    return heard ?? {};
  };
  const start = async (id, source) => {
    const state = stateOf(id);
    state.started = (async () => {
      const { context } = await send(id, 'SessionStart', { source });
      state.standing = context;
    })();
    await state.started;
  };
  /** Whoever hears of it first; the request that follows waits for what was saved. */
  const compacted = async id => {
    const state = stateOf(id);
    if (state.isCompacting !== true) return state.started;
    state.isCompacting = false;
    state.started = (async () => {
      await send(id, 'PostCompact', {});
      const { context } = await send(id, 'SessionStart', { source: 'compact' });
      state.standing = context ?? state.standing;
    })();
    await state.started;
  };
  const ready = async id => {
    const state = stateOf(id);
    if (state.started === undefined) await start(id, 'resume');
    else await state.started;
    return state;
  };
  const note = ({ id, role, sessionID, tokens, modelID, time }) => {
    const state = stateOf(sessionID);
    if (role !== 'assistant' || tokens === undefined || time?.completed === undefined || state.told.has(id)) return;
    state.told.add(id);
    state.answers.set(id, {
      answer_id: id,
      model: modelID,
      usage: {
        input_tokens: tokens.input ?? 0,
        cache_read_tokens: tokens.cache?.read ?? 0,
        cache_creation_tokens: tokens.cache?.write ?? 0,
        output_tokens: (tokens.output ?? 0) + (tokens.reasoning ?? 0),
      },
      ...(state.window > 0 && { window: state.window }),
    });
  };
  const safely =
    work =>
    async (...values) => {
      try {
        await work(...values);
      } catch (error) {
        if (error?.weft === true) throw error;
      }
    };
  return {
    event: safely(async ({ event }) => {
      const { type, properties } = event;
      const id = properties?.sessionID ?? properties?.info?.sessionID;
      if (type === 'session.created') await start(properties.sessionID ?? properties.info.id, 'startup');
      else if (type === 'message.updated') note(properties.info);
      else if (type === 'session.idle') await send(id, 'Stop', {});
      else if (type === 'session.compacted') await compacted(id);
      else if (type === 'session.deleted') {
        await send(id ?? properties.info.id, 'SessionEnd', { reason: 'deleted' });
        sessions.delete(id ?? properties.info.id);
      }
    }),
    'chat.message': safely(async ({ sessionID, agent }, output) => {
      await ready(sessionID);
      const texts = output.parts.filter(part => part.type === 'text' && part.synthetic !== true);
      const prompt = texts.map(part => part.text).join('\\n');
      const { context } = await send(sessionID, 'UserPromptSubmit', { prompt, agent_type: agent });
      if (context === undefined) return;
      const id = 'prt_' + Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
      output.parts.push({
        id,
        sessionID,
        messageID: output.message.id,
        type: 'text',
        synthetic: true,
        text: context,
      });
    }),
    'experimental.chat.system.transform': safely(async ({ sessionID, model }, output) => {
      if (sessionID === undefined) return;
      const state = stateOf(sessionID);
      state.window = model?.limit?.context;
      await state.started;
      if (state.standing !== undefined) output.system.push(state.standing);
    }),
    'tool.execute.before': safely(async ({ tool, sessionID, callID }, { args }) => {
      // What is to be told there comes with the next event that has room for it: a tool that fails has none.
      const { block } = await send(sessionID, 'PreToolUse', {
        tool_name: tool,
        tool_input: args,
        tool_use_id: callID,
      });
      if (block !== undefined) throw Object.assign(new Error(block), { weft: true });
    }),
    'tool.execute.after': safely(async ({ tool, sessionID, callID, args }, output) => {
      const { exit } = output.metadata ?? {};
      const hasFailed = typeof exit === 'number' && exit !== 0;
      const { context } = await send(sessionID, hasFailed ? 'PostToolUseFailure' : 'PostToolUse', {
        tool_name: tool,
        tool_input: args,
        tool_use_id: callID,
        ...(hasFailed ? { error: 'Exit code ' + exit + '\\n' + output.output } : { tool_response: output.output }),
      });
      if (context !== undefined) output.output += '\\n\\n' + context;
    }),
    'experimental.session.compacting': safely(async ({ sessionID }) => {
      const { block } = await send(sessionID, 'PreCompact', { trigger: 'auto' });
      if (block !== undefined) throw Object.assign(new Error(block), { weft: true });
      stateOf(sessionID).isCompacting = true;
    }),
    'experimental.compaction.autocontinue': safely(({ sessionID }) => compacted(sessionID)),
  };
};
`;
