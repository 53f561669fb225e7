import { Agent, request } from 'node:http';

export interface Asked {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: string;
  /** Address of this machine that it comes from; 127.0.0.1 where absent. */
  from?: string;
}

export interface Answered {
  /** 0: no answer, because the connection broke. */
  status: number;
  bytes: number;
  /** Until the last byte. */
  ms: number;
}

const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 64 });
/** Connections of the attack, which are cut at the end of a round, and those of everybody else. */
let attackers = newAgent();
const others = newAgent();

/** One request whose answer is counted, not kept. Never rejects: an attack goes on whatever it meets. */
export function ask(
  base: string,
  { method = 'GET', path, headers = {}, body, from = '127.0.0.1' }: Asked,
  agent = attackers,
): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (status: number): void => resolve({ status, bytes, ms: performance.now() - began });
    const sent = request(
      base + path,
      {
        method,
        agent,
        localAddress: from,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('end', () => end(answer.statusCode ?? 0));
        answer.on('error', () => end(0));
      },
    );
    sent.on('error', () => end(0));
    sent.end(body);
  });
}

/** The same of somebody who attacks nothing. */
export const askCalmly = (base: string, asked: Asked): Promise<Answered> => ask(base, asked, others);

/** Requests for so many milliseconds, `width` of them at a time. What has no answer by then is cut off and not counted. */
export async function during(ms: number, width: number, one: (index: number) => Promise<Answered>): Promise<Answered[]> {
  const answers: Answered[] = [];
  let next = 0;
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const answer = await one(next++);
      if (!isOver) answers.push(answer);
    }
  };
  const end = setTimeout(() => {
    isOver = true;
    attackers.destroy();
    attackers = newAgent();
  }, ms);
  try {
    await Promise.all(Array.from({ length: width }, client));
  } finally {
    clearTimeout(end);
  }
  return answers;
}

/** How many answers had this status. */
export const count = (answers: readonly Answered[], status: number): number => answers.filter((answer) => answer.status === status).length;
