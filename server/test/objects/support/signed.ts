/** Requests that `acme` signs by hand, for what no SDK sends. */
import { createHash, createHmac } from 'node:crypto';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Headers of a request to an endpoint, with time and scope, and what signs more in that place. */
export function signed(
  endpoint: string,
  { method, path, query = '' }: { method: string; path: string; query?: string },
  own: Readonly<Record<string, string>> & { 'x-amz-content-sha256': string },
) {
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${at.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const derived = scope.split('/').reduce<string | Buffer>((former, part) => hmac(former, part), 'AWS4AKIDACME-secret');
  const sign = (toSign: string) => hmac(derived as Buffer, toSign).toString('hex');
  const given = { 'x-amz-date': at, ...own };
  const lines = Object.entries({ host: new URL(endpoint).host, ...given }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([header]) => header).join(';');
  const listed = lines.map(([header, value]) => `${header}:${value}\n`).join('');
  const canonical = [method, path, query, listed, names, own['x-amz-content-sha256']].join('\n');
  const place = `${at}\n${scope}`;
  const signature = sign(`AWS4-HMAC-SHA256\n${place}\n${sha256(Buffer.from(canonical, 'latin1'))}`);
  const authorization = `AWS4-HMAC-SHA256 Credential=AKIDACME/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { headers: { ...given, authorization }, sign, place, signature };
}
