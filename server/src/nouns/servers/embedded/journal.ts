/** A server's history and console: what was done to it, and what it wrote when it came up and went down. */
import type { Records } from '../../../port/store/records.ts';
import type { Instant } from '../../../port/store/rows.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { HistoryEntry, HistoryStep, Journal } from '../../../engines/embedded/platform/records.ts';

/** Entries of a server's history that are kept, the latest. */
const KEPT_ENTRIES = 100;
/** Characters of console log that are kept. */
const KEPT_LOG = 32_768;

const EMPTY: Journal = { history: [], log: '', cut: false };

/** The log with what is written now: its last `KEPT_LOG` characters, from the start of a line. */
function grown({ log: before, cut }: Journal, written: string): Pick<Journal, 'log' | 'cut'> {
  const log = before + written;
  if (log.length <= KEPT_LOG) return { log, cut };
  return { log: log.slice(log.indexOf('\n', log.length - KEPT_LOG - 1) + 1), cut: true };
}

export async function readJournal(platform: Platform, records: Pick<Records, 'get'>, serverId: string): Promise<Journal> {
  // Journals of older versions do not know whether they were cut.
  return { ...EMPTY, ...(await platform.buckets.journals.get(records, serverId)) };
}

/** Adds an entry that is going on. */
export async function openEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  entry: Pick<HistoryEntry, 'action' | 'request_id' | 'user_id'>,
): Promise<void> {
  const journal = await readJournal(platform, records, serverId);
  const opened: HistoryEntry = { ...entry, started_at: platform.now(), finished_at: null, result: 'running', message: null };
  await platform.buckets.journals.put(records, serverId, { ...journal, history: [...journal.history, opened].slice(-KEPT_ENTRIES) });
}

/** How what was going on ended, and what the server wrote on its console meanwhile. `message`: why, where there is something to say. */
interface Ending {
  at: Instant;
  result: 'success' | 'failed';
  message: string | null;
  written?: string;
  /** What it was made of. */
  steps?: readonly HistoryStep[];
}

/** Volumes come, go and grow beside what is done to the server itself: their entries are ended by name. */
const isOfVolume = ({ action }: Pick<HistoryEntry, 'action'>): boolean => action.endsWith('_volume');

/** Ends the entry of a volume. `message`: why it failed; null where it did not. */
export async function closeVolumeEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  { action, requestId, message }: { action: string; requestId: string; message: string | null },
): Promise<void> {
  const journal = await readJournal(platform, records, serverId);
  const at = platform.now();
  const isItsEntry = (entry: HistoryEntry): boolean =>
    entry.result === 'running' && entry.action === action && entry.request_id === requestId;
  const closed = journal.history.map((entry): HistoryEntry =>
    isItsEntry(entry) ? { ...entry, finished_at: at, result: message === null ? 'success' : 'failed', message } : entry,
  );
  await platform.buckets.journals.put(records, serverId, { ...journal, history: closed });
}

/** Whether it is what the server itself is going through. */
export const isOpen = (entry: HistoryEntry): boolean => entry.result === 'running' && !isOfVolume(entry);

/** Ends the entry that is going on. */
export async function closeEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  { at, result, message, written = '', steps }: Ending,
): Promise<void> {
  const journal = await readJournal(platform, records, serverId);
  const closed = journal.history.map((entry): HistoryEntry =>
    isOpen(entry) ? { ...entry, finished_at: at, result, message, ...(steps && { steps }) } : entry,
  );
  await platform.buckets.journals.put(records, serverId, { history: closed, ...grown(journal, written) });
}

/** Adds an entry of something that was done at once. */
export async function noteEntry(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  entry: Pick<HistoryEntry, 'action' | 'request_id' | 'user_id' | 'message'>,
  written = '',
): Promise<void> {
  const journal = await readJournal(platform, records, serverId);
  const at = platform.now();
  const noted: HistoryEntry = { ...entry, started_at: at, finished_at: at, result: 'success' };
  await platform.buckets.journals.put(records, serverId, {
    history: [...journal.history, noted].slice(-KEPT_ENTRIES),
    ...grown(journal, written),
  });
}

/** Adds what a server writes on its console. */
export async function writeLog(
  platform: Platform,
  records: Pick<Records, 'get' | 'put'>,
  serverId: string,
  written: string,
): Promise<void> {
  const journal = await readJournal(platform, records, serverId);
  await platform.buckets.journals.put(records, serverId, { history: journal.history, ...grown(journal, written) });
}
