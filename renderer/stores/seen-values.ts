import { useMemo } from 'react';
import { create } from 'zustand';
import { type SeenRequest, type SeenValue, seenValues } from '../../shared/rules/evaluation/seen-values.ts';
import { call } from '../api/call.ts';
import { selectWorking, useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { keepRead, liveReading } from './live-reading.ts';
import { firstPreview } from './preview.ts';
import { offers, useSettled } from './use-settled.ts';

/** Of so many causes so many requests each are looked into: the values that are usual are among them. */
const mostCauses = 12;
const mostOfCause = 20;

const useRecorded = create<{ readonly requests: readonly SeenRequest[] }>()(() => ({ requests: [] }));

const reading = liveReading(async () => {
  await firstPreview();
  try {
    const { causes } = await call('recordings.list', { limit: mostCauses });
    const ids = causes.slice(0, mostCauses).map(({ id }) => id);
    const lists = await Promise.all(ids.map(cause => call('recordings.list', { cause, limit: mostOfCause })));
    keepRead(useRecorded, { requests: lists.flatMap(({ of_cause }) => of_cause) });
  } catch {
    // Values are only proposals: the view of recordings tells why they cannot be read.
    useRecorded.setState({ requests: [] });
  }
}, ['recordings']);

const noValues: readonly SeenValue[] = [];

/** Values that a variable was seen with, once nothing was typed for a while. */
export function useSeenValues(): (field: string) => readonly SeenValue[] {
  const working = useSettled(useDocuments, selectWorking, offers);
  const { requests } = useRecorded();
  reading.useLive();
  return useMemo(() => {
    const seen = seenOf(working, requests);
    return field => seen().get(field) ?? noValues;
  }, [working, requests]);
}

type Seen = ReturnType<typeof seenValues>;
interface Known {
  readonly requests: readonly SeenRequest[];
  readonly parts: readonly unknown[];
  readonly seen: Seen;
}
const known: { last?: Known } = {};

/** Computed when somebody asks, once for all who do. */
function seenOf({ engines, memories, samples, contracts }: Documents, requests: readonly SeenRequest[]) {
  const parts = [engines, memories, samples, contracts];
  return (): Seen => {
    const { last } = known;
    if (last?.requests === requests && last.parts.every((part, at) => part === parts[at])) return last.seen;
    const seen = seenValues({
      engines: Object.values(engines),
      memories: Object.values(memories),
      samples: Object.values(samples),
      contracts: Object.values(contracts),
      recordings: requests,
    });
    known.last = { requests, parts, seen };
    return seen;
  };
}
