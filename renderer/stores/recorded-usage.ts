import { create } from 'zustand';
import type { Output } from '../../shared/contract/contract.ts';
import { call, errorBody } from '../api/call.ts';
import { keepRead, liveReading } from './live-reading.ts';

/** How rules and memories did by the recorded requests. */
export interface RecordedUsage {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly usage?: Output<'recordings.usage'>;
  readonly error?: string;
}

export const useRecordedUsage = create<RecordedUsage>()(() => ({ status: 'loading' }));

async function readUsage(): Promise<void> {
  try {
    keepRead(useRecordedUsage, { status: 'ready', usage: await call('recordings.usage', {}) });
  } catch (error) {
    useRecordedUsage.setState({ status: 'failed', error: errorBody(error).message });
  }
}

export const usageReading = liveReading(readUsage, ['recordings']);
