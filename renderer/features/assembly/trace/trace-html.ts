import type {
  AssembledContext,
  ContextItem,
  MemoryCall,
} from '../../../../shared/model/assembled-context.ts';
import { escapeInvisible } from '../../../../shared/model/escape-invisible.ts';
import { sections, sectionTitles } from '../../../../shared/model/section.ts';
import { language, t, told } from '../../../texts/texts.ts';
import { downloadText } from '../../../ui/download-text.ts';
import { formatCount, formatCounted, formatMs } from '../../../ui/format-number.ts';
import { type RuleNames, requesterName } from './filter-calls.ts';

interface SharedTrace {
  readonly result: AssembledContext;
  readonly ruleNames: RuleNames;
  /** Why each dropped item is not there, as the studio says it. */
  readonly dropped: readonly string[];
  readonly sampleName: string;
}

/** Saves the page under the name of its sample. */
export function saveTraceHtml(shared: SharedTrace): void {
  downloadText(`trace-${fileName(shared.sampleName)}.html`, traceHtml(shared), 'text/html');
}

/** Letters and digits of any script, and nothing that a file system takes for something else. */
const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'sample';

/** A text in HTML: nothing in it is markup, and nothing hides. */
const text = (value: string): string =>
  escapeInvisible(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

/**
 * A trace with its context as one page that needs nothing else: no script, no network (its policy allows none), readable
 * in light and dark, on paper and without Weft. The items are redacted as the context is.
 */
export function traceHtml(shared: SharedTrace): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${text(shared.sampleName)} – Weft trace</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${text(shared.sampleName)}</h1>
<p class="facts">${summary(shared.result)}</p>
${parts(shared).filter(Boolean).join('\n')}
</main>
</body>
</html>
`;
}

function summary({ meta, request_id }: AssembledContext): string {
  const facts = [
    formatCounted(meta.total_items, 'item'),
    t('{token_estimate} tokens by {estimator}', {
      token_estimate: meta.token_estimate,
      estimator: meta.estimator,
    }),
    formatMs(meta.duration_ms),
    ...(meta.truncated ? [t('the budget cut items')] : []),
    ...(meta.degraded ? [t('something failed')] : []),
    t('assembly {request_id}', { request_id }),
  ];
  return facts.map(text).join(' · ');
}

function parts({ result, ruleNames, dropped }: SharedTrace): string[] {
  const { trace } = result;
  const fired = trace.rules_applied.map(rule => `${rule.rule_name}: ${rule.memories.join(', ')}`);
  const missing = trace.missing_variables.map(one =>
    t('{name}, needed by {needed_by}', { name: one.name, needed_by: one.needed_by.join(', ') }),
  );
  const shadowed = trace.shadowed_variables.map(one =>
    t('{name}: {winner} hides {shadowed}', {
      name: one.name,
      winner: one.winner,
      shadowed: one.shadowed.join(', '),
    }),
  );
  return [
    part(t('Stages'), waterfall(result)),
    part(t('Memory calls'), trace.memory_calls.map(call => callPart(call, ruleNames)).join('')),
    part(t('Rules that fired'), list(fired)),
    part(t('Context'), context(result)),
    part(t('Left out'), list(dropped)),
    part(t('Warnings'), list(trace.warnings.map(({ code, message }) => `${code}: ${told(message)}`))),
    part(t('Missing variables'), list(missing)),
    part(t('Shadowed variables'), list(shadowed)),
  ];
}

const part = (title: string, body: string): string =>
  body === '' ? '' : `<section><h2>${title}</h2>${body}</section>`;

const list = (entries: readonly string[]): string =>
  entries.length === 0 ? '' : `<ul>${entries.map(entry => `<li>${text(entry)}</li>`).join('')}</ul>`;

function waterfall({ trace, meta }: AssembledContext): string {
  const whole = Math.max(
    meta.duration_ms,
    ...trace.stages.map(stage => stage.started_ms + stage.duration_ms),
    0.001,
  );
  const percent = (ms: number) => `${((ms / whole) * 100).toFixed(2)}%`;
  const rows = trace.stages.map(
    ({ name, started_ms, duration_ms }) =>
      `<tr><th scope="row">${text(told(name))}</th><td class="track"><span class="bar" style="margin-left:${percent(started_ms)};width:${percent(duration_ms)}"></span></td><td class="number">${formatMs(duration_ms)}</td></tr>`,
  );
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
}

function callPart(call: MemoryCall, ruleNames: RuleNames): string {
  const asked = call.requested_by.map(requester => requesterName(requester, ruleNames)).join(', ');
  const counts = t('{items}, {kept} kept, {duration_ms}', {
    items: formatCounted(call.items, 'item'),
    kept: call.kept,
    duration_ms: formatMs(call.duration_ms),
  });
  const steps = call.steps.map(({ type, alias, count, duration_ms, error, note }) =>
    t('{type} as {alias}: {count}, {duration_ms}{error}{note}', {
      type,
      alias,
      count,
      duration_ms: formatMs(duration_ms),
      error: error === undefined ? '' : t(', failed: {error}', { error }),
      note: note === undefined ? '' : `, ${note.message}`,
    }),
  );
  const failure = call.error === undefined ? '' : `<p class="failed">${text(told(call.error.message))}</p>`;
  return `<details${call.error === undefined ? '' : ' open'}><summary><b>${text(call.memory_id)}</b> <span class="status ${call.status}">${text(told(call.status))}</span> <span class="facts">${text(counts)}</span></summary><p class="facts">${text(t('Asked for by {asked}', { asked }))}</p>${failure}${list(steps)}</details>`;
}

function context({ context: items, meta }: AssembledContext): string {
  return sections
    .map(section => {
      const own = items[section] ?? [];
      if (own.length === 0) return '';
      const tokens = meta.section_tokens[section];
      const facts = [
        formatCounted(own.length, 'item'),
        ...(tokens === undefined ? [] : [t('{tokens} tokens', { tokens })]),
      ];
      return `<h3>${t(sectionTitles[section])} <span class="facts">${facts.join(', ')}</span></h3>${own.map(itemPart).join('')}`;
    })
    .join('');
}

const itemPart = ({ id, tokens, content }: ContextItem): string =>
  `<details><summary><b>${text(id)}</b> <span class="facts">${formatCount(tokens)} tokens</span></summary><pre>${text(content)}</pre></details>`;

const style = `
:root { color-scheme: light dark; }
body { background: light-dark(#fff, #141619); color: light-dark(#1c2024, #e6e8eb); font: 14px/1.5 system-ui, sans-serif; margin: 0; }
main { margin: 0 auto; max-width: 60rem; overflow-wrap: anywhere; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { border-bottom: 1px solid light-dark(#d9dde2, #33383f); font-size: 1.05rem; margin: 2rem 0 .5rem; padding-bottom: .25rem; }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; }
.facts { color: light-dark(#5b636d, #a3abb5); font-weight: normal; }
table { border-collapse: collapse; width: 100%; }
th { font-weight: normal; text-align: left; width: 7rem; }
.track { background: light-dark(#f1f3f5, #1e2227); }
.bar { background: light-dark(#3451b2, #8da4ef); display: block; height: .6rem; min-width: 2px; }
.number { padding-left: .75rem; text-align: right; width: 6rem; }
details { border: 1px solid light-dark(#d9dde2, #33383f); border-radius: 6px; margin: .35rem 0; padding: .35rem .6rem; }
summary { cursor: pointer; }
pre { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
.status { border: 1px solid currentcolor; border-radius: 9px; font-size: .8em; padding: 0 .5em; }
.failed { color: light-dark(#b3261e, #ff8a80); }
@media print { details { break-inside: avoid; } }
`;
