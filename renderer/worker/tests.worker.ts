import { emptyTestMemory, judgeTests, type TestMessage } from './judge-tests.ts';

const memory = emptyTestMemory();

self.addEventListener('message', ({ data }: MessageEvent<TestMessage>) => {
  self.postMessage(judgeTests(memory, data));
});
