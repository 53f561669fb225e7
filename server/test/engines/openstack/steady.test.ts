/** The ids of recorded answers, which stay when a cloud is recorded anew. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { normalPath, readRecording, type Exchange, type Recording } from '../../../../fakes/openstack/recording.ts';
import { steady } from './support/steady.ts';

/** The same recording as another cloud would have given it: each id is another one by chance. */
function elsewhere(recording: Recording): Recording {
  const others = new Map<string, string>();
  const other = (id: string): string => {
    if (/^(.)\1{7}-/.test(id)) return id;
    const made = others.get(id) ?? (id.includes('-') ? randomUUID() : randomUUID().replaceAll('-', ''));
    others.set(id, made);
    return made;
  };
  const text = JSON.stringify(recording).replaceAll(/\b(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})\b/g, other);
  const { exchanges, ...head } = JSON.parse(text) as Recording;
  return { ...head, exchanges: exchanges.map((one: Exchange) => ({ ...one, path: normalPath(one.path) })) };
}

it('gives recorded things the same ids, whatever the cloud called them this time', () => {
  const kept = readRecording();
  const anew = elsewhere(kept);
  expect(anew.names['acme-net']).not.toBe(kept.names['acme-net']);
  expect(steady(anew)).toEqual(kept);
});
