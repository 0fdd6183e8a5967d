import { isJsonObject } from '../../shared/model/json.ts';
import { useDocuments } from './documents.ts';
import type { DocumentAddress } from './outside-changes.ts';
import { ruleOfEngine } from './rules-of-engine.ts';

/** What a document is called; its id where it has no name. */
export function nameIn(document: unknown, id: string): string {
  const { name, label = name } = isJsonObject(document) ? document : {};
  return typeof label === 'string' && label.trim() !== '' ? label : id;
}

/** What a document is called as it is edited now; a canvas is called as its engine is. */
export function nameOf({ kind, id }: DocumentAddress): string {
  const { working } = useDocuments.getState();
  return nameIn(working[kind === 'layouts' ? 'engines' : kind][id], id);
}

/** The name of a rule, written `engine/rule`, as it is called now; of one that is gone, its id. */
export function ruleName(rule: string): string {
  const at = rule.indexOf('/');
  const engine = useDocuments.getState().working.engines[rule.slice(0, at)];
  return ruleOfEngine(engine, rule.slice(at + 1))?.name ?? rule.slice(at + 1);
}

/** What documents are called, each once. */
export const namesOf = (addresses: readonly DocumentAddress[]): string[] => [
  ...new Set(addresses.map(nameOf)),
];
