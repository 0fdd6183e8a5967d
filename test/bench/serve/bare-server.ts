import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What Node itself takes: the body is parsed, and the JSON that the environment variable `ANSWER` holds is written anew
 * for each request. Prints its port.
 */
const answer: unknown = JSON.parse(process.env.ANSWER ?? 'null');

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', chunk => {
    text += String(chunk);
  });
  request.on('end', () => {
    JSON.parse(text === '' ? '{}' : text);
    const body = JSON.stringify(answer);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  process.stdout.write(`${JSON.stringify({ origin: `http://127.0.0.1:${port}` })}\n`);
});
