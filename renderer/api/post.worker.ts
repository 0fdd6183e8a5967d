import { type LargePost, post } from './post.ts';

self.addEventListener('message', async ({ data: { path, body, answer } }: MessageEvent<LargePost>) => {
  answer.postMessage(await post(path, body));
});
self.postMessage('ready');
