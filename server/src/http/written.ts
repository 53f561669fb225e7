/** Answers as text: by the call's schema, never more than one answer may have, and a long list in several turns of the event loop. */
import { ANSWER_BYTES } from '@gantry/contract/constants';
import type { Call } from '@gantry/contract/wire/call';
import type { Page } from '@gantry/contract/wire/page';
import { takeTurn } from '../turns/turns.ts';

/** Bytes of a list that are written at a stretch: about a millisecond's work. */
const STRETCH = 64 * 1024;

/** An answer's text; of a list that would have too many bytes, how many of its rows fit. */
export type Written = { text: string; fitting?: undefined } | { text?: undefined; fitting: number };

/** What a call answers, as its schema puts it out. */
export async function written(call: Call, result: unknown): Promise<Written> {
  if (call.does.by === 'list') return writtenPage(call, result as Page<unknown>);
  return { text: JSON.stringify(call.answer.parse(result)) };
}

async function writtenPage(call: Call, { data, ...others }: Page<unknown>): Promise<Written> {
  const { entity } = (call.does as Extract<Call['does'], { by: 'list' }>).kind;
  const frame = JSON.stringify(call.answer.parse({ ...others, data: [] }));
  const begin = '{"data":[';
  if (!frame.startsWith(`${begin}]`)) throw new TypeError(`${call.id} does not answer with a page`);
  const rows: string[] = [];
  let bytes = Buffer.byteLength(frame);
  let stretch = bytes;
  for (const row of data) {
    const text = JSON.stringify(entity.parse(row));
    bytes += Buffer.byteLength(text) + 1;
    // One is always shown: otherwise nobody would get beyond it.
    if (bytes > ANSWER_BYTES && rows.length > 0) return { fitting: rows.length };
    rows.push(text);
    if (bytes - stretch < STRETCH) continue;
    stretch = bytes;
    await takeTurn();
  }
  return { text: begin + rows.join(',') + frame.slice(begin.length) };
}
