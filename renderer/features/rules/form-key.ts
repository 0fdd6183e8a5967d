import { create } from 'zustand';
import type { RuleRef } from './edits/rule-edits.ts';

const useKeys = create<Readonly<Record<string, string>>>()(() => ({}));
const addressOf = ({ engineId, ruleId }: RuleRef): string => `${engineId}/${ruleId}`;

/** A rule gets another id while its form is in use: the form stays as it is, with its focus. */
export function keepForm(from: RuleRef, to: RuleRef): void {
  useKeys.setState(keys => ({ [addressOf(to)]: keys[addressOf(from)] ?? addressOf(from) }));
}

/** What tells the form of one rule from that of another. */
export function useFormKey(at: RuleRef): string {
  return useKeys(keys => keys[addressOf(at)] ?? addressOf(at));
}
