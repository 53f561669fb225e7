/** Writes down what a real gateway answers to each call of the keyring: `node server/test/engines/rgw/record.ts ENDPOINT ACCESS SECRET`. */
import { writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminOf } from '../../../src/engines/rgw/admin.ts';
import { keyringOf } from '../../../src/engines/rgw/keyring.ts';
import { tour, type Exchange } from './tour.ts';

const [endpoint = '', accessKey = '', secret = ''] = process.argv.slice(2);
const exchanges: Exchange[] = [];
const between = createServer((incoming, response) => {
  // With its own host, which is part of the signature.
  const outgoing = ask(`${endpoint}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
    let body = '';
    answer.setEncoding('utf8');
    answer.on('data', (piece: string) => (body += piece));
    answer.on('end', () => {
      exchanges.push({ method: incoming.method ?? '', url: incoming.url ?? '', status: answer.statusCode ?? 0, body });
      response.writeHead(answer.statusCode ?? 0).end(body);
    });
  });
  incoming.pipe(outgoing);
});
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
const place = { endpoint: `http://127.0.0.1:${(between.address() as AddressInfo).port}`, region: 'us-east-1' };
const admin = adminOf(place, { accessKey, secret });
await tour(keyringOf(admin));
await admin('DELETE', 'user', { uid: 'gantry-feedfacefeedface', 'purge-data': true });
exchanges.pop();
between.close();
writeFileSync(new URL('./recorded.json', import.meta.url), `${JSON.stringify(exchanges, null, 2)}\n`);
