import { z } from 'zod';
import { isMirrored, type CloudNoun } from '../noun.ts';
import { members, type Notices, type Touched } from './notice.ts';

const envelope = z.object({ 'oslo.message': z.string() });
const notice = z.object({ event_type: z.string(), payload: z.unknown() });

/** What a message of the services' bus touches; nothing for events that change no row, and for what is not a notification. */
export type TouchedBy = (content: string) => Touched[];

/** Listens to all notifications that the nouns have declared. */
export function touchedByOf(nouns: readonly CloudNoun[]): TouchedBy {
  const all: Notices = Object.fromEntries(nouns.filter(isMirrored).flatMap(({ notices = {} }) => Object.entries(notices)));
  return (content) => {
    const parsed = parse(content);
    if (!parsed) return [];
    const { event_type: event, payload } = parsed;
    const [subject = ''] = event.split('.');
    const body = members(payload);
    const touched = Object.hasOwn(all, subject) ? all[subject] : undefined;
    return touched?.({ event, body, versioned: members(body['nova_object.data']) }) ?? [];
  };
}

function parse(content: string): z.infer<typeof notice> | undefined {
  try {
    const outer = envelope.parse(JSON.parse(content));
    return notice.parse(JSON.parse(outer['oslo.message']));
  } catch {
    return undefined; // foreign messages on the bus are none of our business
  }
}
