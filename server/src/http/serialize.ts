/** Answers as text: by the call's schema, never more than one answer may have, and a long list in several turns of the event loop. */
import { z } from 'zod';
import { ANSWER_BYTES } from '@gantry/contract/constants';
import type { Call } from '@gantry/contract/wire/call';
import type { Page } from '@gantry/contract/wire/page';
import { takeTurn } from '../turns/turns.ts';
import { fitted } from '../calls/fitted.ts';
import type { Misfits } from '../port/store/misfits.ts';

/** Bytes of a list that are written at a stretch: about a millisecond's work. */
const STRETCH = 64 * 1024;

/** An answer's text; of a list that would have too many bytes, how many of its rows fit. */
export type Serialized = { text: string; fitting?: undefined } | { text?: undefined; fitting: number };

/** A row as its schema puts it out, even where it does not fit. */
type Show = (schema: z.ZodType, row: unknown) => unknown;

/** What a call answers, as its schema puts it out. A row that does not fit is shown as far as it can be: no answer fails by one. */
export async function serialize(call: Call, result: unknown, misfits: Misfits): Promise<Serialized> {
  const { does, answer } = call;
  const kind = does.by === 'list' || does.by === 'read' ? does.kind.name : call.id;
  const show: Show = (schema, row) => fitted(schema, row, (error) => misfits(kind, String((row as { id?: unknown }).id), error));
  if (does.by === 'list') return writtenPage(call, result as Page<unknown>, show);
  if (does.by === 'read') return { text: JSON.stringify(show(answer, result)) };
  return { text: JSON.stringify(wholeOf(call, result, show)) };
}

/** The answer of any other call; where that is a list which does not fit, row by row. */
function wholeOf({ method, answer }: Call, result: unknown, show: Show): unknown {
  const { success, data, error } = answer.safeParse(result);
  if (success) return data;
  const rows = method === 'GET' && answer instanceof z.ZodObject ? answer.shape['data'] : undefined;
  const { data: given } = result as { data?: unknown };
  if (!(rows instanceof z.ZodArray) || !Array.isArray(given)) throw error;
  const element = rows.element as z.ZodType;
  return { ...(answer.parse({ ...(result as object), data: [] }) as object), data: given.map((row) => show(element, row)) };
}

async function writtenPage(call: Call, { data, ...others }: Page<unknown>, show: Show): Promise<Serialized> {
  const { entity } = (call.does as Extract<Call['does'], { by: 'list' }>).kind;
  const frame = JSON.stringify(call.answer.parse({ ...others, data: [] }));
  const begin = '{"data":[';
  if (!frame.startsWith(`${begin}]`)) throw new TypeError(`${call.id} does not answer with a page`);
  const rows: string[] = [];
  let bytes = Buffer.byteLength(frame);
  let stretch = bytes;
  for (const row of data) {
    const text = JSON.stringify(show(entity, row));
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
