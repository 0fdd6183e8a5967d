import { create } from 'zustand';
import type { MemoryFinding } from '../../shared/model/memory-audit.ts';
import type { Answer } from './use-answer.ts';

/** What an audit says of the memories as they are being edited; the rest of the project is as it is stored. */
export const useMemoryAudit = create<Answer<'audit.memories'>>()(() => ({}));

/** What is to mend there. What the analysis says already is left to it. */
export const auditFindings = ({ output }: Answer<'audit.memories'>): readonly MemoryFinding[] =>
  (output?.findings ?? []).filter(({ kind }) => kind !== 'unused');
