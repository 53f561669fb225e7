/** What the platform has said yes to, and what came of it. */
import type { Writer } from '../../../port/store/writer.ts';
import { instantOf } from '../../../port/clock.ts';
import type { Platform } from './platform.ts';
import type { AcceptedRecord } from './records.ts';

/** Accepted commands stay known for a day, and on for as long as their task may come back to ask (driver.ts). */
const ACCEPTED_MS = 24 * 60 * 60 * 1000;

export const putAccepted = (platform: Platform, writer: Writer, key: string, record: AcceptedRecord): Promise<void> =>
  platform.buckets.accepted.put(writer.records, key, record, instantOf(platform.clock.now() + ACCEPTED_MS));

/** Writes down how what goes on with a row ended. What its task tells beside that stays. */
export async function endAccepted(
  platform: Platform,
  writer: Writer,
  key: string,
  end: Pick<AcceptedRecord, 'id' | 'outcome'>,
): Promise<void> {
  const record = await platform.buckets.accepted.get(writer.records, key);
  await putAccepted(platform, writer, key, { ...record, ...end });
}

/** Tells whoever waits for an accepted command how it ended. `failure`: why it failed; null where it did not. */
export async function settleAccepted(platform: Platform, writer: Writer, key: string, failure: string | null): Promise<void> {
  const record = await platform.buckets.accepted.get(writer.records, key);
  if (!record) return;
  const outcome = failure === null ? ({ ok: true } as const) : ({ ok: false, message: failure } as const);
  await putAccepted(platform, writer, key, { ...record, outcome });
}
