/** The S3 client of the console, whose requests come to the test. */
import { Readable } from 'node:stream';
import { createS3Api } from '../../../src/parts/object-storage/client.ts';
import { s3Headers } from '../../../src/parts/object-storage/s3.ts';

export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

export type Answer = { status?: number; xml?: string; headers?: Record<string, string> };

export function client(answer: (sent: Sent) => Answer) {
  const sent: Sent[] = [];
  const handle = async (request: Omit<Sent, 'body'> & { body?: unknown }) => {
    const { method, path, query, headers, body } = request;
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const one = { method, path, query, headers: lowered, body: typeof body === 'string' ? body : '' };
    sent.push(one);
    const { status = 200, xml = '', headers: more = {} } = answer(one);
    return {
      response: { statusCode: status, headers: { 'content-type': 'application/xml', ...more }, body: Readable.from([Buffer.from(xml)]) },
    };
  };
  const api = createS3Api({ origin: 'http://console.test:8800', headers: s3Headers, requestHandler: { handle } as never });
  return { sent, api };
}
