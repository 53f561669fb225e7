/** The beginning of a value, for places that have no room for all of it. */
import { utf8Bytes } from './bytes.ts';

/** Characters of a text's JSON that are no part of it. */
const QUOTES = 2;

const bytesOf = (value: unknown): number => utf8Bytes(JSON.stringify(value));

/** Most are far below: then nothing is counted. What is not there needs no room. */
function fits(value: unknown, room: number): boolean {
  const json = JSON.stringify(value) ?? '';
  return json.length * 3 <= room || (json.length <= room && utf8Bytes(json) <= room);
}

/** The text as far as its JSON has room; never half a surrogate pair. */
function begunText(text: string, room: number): string {
  let bytes = QUOTES;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character) - QUOTES;
    if (bytes > room) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * The value, which is JSON, with as much of it as fits into `room` bytes: of lists the first entries, of records the small members before
 * the large ones, and of what does not fit whole the beginning. `cut`: whether something is missing.
 */
export function truncate<T>(value: T, room: number): { value: T; cut: boolean } {
  return fits(value, room) ? { value, cut: false } : { value: begun(value, room) as T, cut: true };
}

/** Numbers and the like are whole or not there. */
const canBegin = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);

function begun(value: unknown, room: number): unknown {
  if (typeof value === 'string') return begunText(value, room);
  if (value === null || typeof value !== 'object') return value;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => ({ name, member, bytes: bytesOf(member) }));
  if (!isList) members.sort((one, other) => one.bytes - other.bytes);
  let left = room - QUOTES;
  const kept: [string, unknown][] = [];
  for (const { name, member, bytes } of members) {
    // An entry's name with its colon, and the comma after it.
    const within = left - (isList ? 1 : bytesOf(name) + 2);
    if (bytes > within) {
      if (within >= QUOTES && canBegin(member)) kept.push([name, begun(member, within)]);
      break;
    }
    kept.push([name, member]);
    left = within - bytes;
  }
  return isList ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}
