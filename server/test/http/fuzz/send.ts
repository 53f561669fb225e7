/** Sends requests over connections that stay open: faster than fetch, and able to send what fetch refuses. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Shot } from './shot.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export class Sender {
  readonly #agent: Agent;
  readonly #base: URL;

  constructor(url: string, width: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: width });
    this.#base = new URL(url);
  }

  send({ attacker, method, path, body, headers }: Shot): Promise<Answer> {
    const { hostname, port } = this.#base;
    const content = body === undefined ? undefined : Buffer.from(body);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          agent: this.#agent,
          hostname,
          port,
          method,
          path,
          headers: {
            accept: 'application/json',
            ...attacker.client.headers,
            ...headers,
            ...(content && { 'content-length': content.length }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.once('error', reject);
          answer.once('end', () => {
            const all = Buffer.concat(parts);
            const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all).toString('utf8');
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
          });
        },
      );
      asked.once('error', reject);
      asked.end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
