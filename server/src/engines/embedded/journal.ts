/** A server's history and console: what was done to it, and what it wrote when it came up and went down. */
import type { Records } from '../../store/port.ts';
import type { ServerDocument } from './documents.ts';
import type { Platform } from './platform.ts';
import type { HistoryEntry, Journal } from './records.ts';

const KEPT_ENTRIES = 100;
/** Characters of console log that are kept. */
const KEPT_LOG = 32_768;

const EMPTY: Journal = { history: [], log: '' };

/** The last `KEPT_LOG` characters, from the start of a line. */
function bounded(log: string): string {
  if (log.length <= KEPT_LOG) return log;
  const cut = log.length - KEPT_LOG;
  return log.slice(log.indexOf('\n', cut - 1) + 1);
}

export async function readJournal(platform: Platform, records: Pick<Records, 'get'>, serverId: string): Promise<Journal> {
  return (await platform.buckets.journals.get(records, serverId)) ?? EMPTY;
}

/** Adds an entry that is going on. */
export async function openEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  entry: Pick<HistoryEntry, 'action' | 'request_id' | 'user_id'>,
): Promise<void> {
  const { history, log } = await readJournal(platform, records, serverId);
  const opened: HistoryEntry = { ...entry, started_at: platform.now(), finished_at: null, result: 'running', message: null };
  await platform.buckets.journals.put(records, serverId, { history: [...history, opened].slice(-KEPT_ENTRIES), log });
}

/** Ends the entry that is going on, and adds what the server wrote meanwhile. `message`: why it failed; null where it did not. */
export async function closeEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  message: string | null,
  written: string,
): Promise<void> {
  const { history, log } = await readJournal(platform, records, serverId);
  const at = platform.now();
  const closed = history.map((entry): HistoryEntry =>
    entry.result === 'running' ? { ...entry, finished_at: at, result: message === null ? 'success' : 'failed', message } : entry,
  );
  await platform.buckets.journals.put(records, serverId, { history: closed, log: bounded(log + written) });
}

const line = (at: string, text: string): string => `[${at}] ${text}\n`;

/** What a server writes when it comes up. */
export function bootLog(server: ServerDocument, at: string): string {
  const { flavor, networks, orig_hostname: name } = server;
  return [
    line(at, `firmware: ${flavor.vcpus} CPU, ${flavor.ram} MiB memory, started on ${server.host ?? 'unknown'}`),
    ...server.volumes.map(({ id }, index) => line(at, `disk ${index}: volume ${id}${index === 0 ? ', booting from it' : ''}`)),
    ...networks.map(({ mac_addr, ips }, index) => line(at, `eth${index}: ${mac_addr} ${ips.join(' ') || 'no address'}`)),
    line(at, `host name ${name ?? 'unknown'}`),
    line(at, 'ready'),
  ].join('');
}

/** What a server writes when it goes down. */
export const haltLog = (at: string): string => line(at, 'shutting down') + line(at, 'power off');
