import type { IncomingMessage } from 'node:http';

/** Whether a request names more than one host: a proxy may go by another one of them than we do (RFC 9112 §3.2). */
export function isTornBetweenHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && /^host$/i.test(rawHeaders[index]!)) hosts += 1;
  return hosts > 1;
}
