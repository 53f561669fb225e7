import { z } from 'zod';
import { NOUNS } from '../nouns/index.ts';
import { members, type Notices, type Touched } from './notice.ts';

const envelope = z.object({ 'oslo.message': z.string() });
const notice = z.object({ event_type: z.string(), payload: z.unknown() });

/** All notifications that are listened to: what each noun has declared. */
const NOTICES: Notices = Object.fromEntries(NOUNS.flatMap(({ notices = {} }) => Object.entries(notices)));

/** What a message of the services' bus touches; nothing for events that change no row, and for what is not a notification. */
export function touchedBy(content: string): Touched[] {
  const parsed = parse(content);
  if (!parsed) return [];
  const { event_type: event, payload } = parsed;
  const [subject = ''] = event.split('.');
  const body = members(payload);
  const touched = Object.hasOwn(NOTICES, subject) ? NOTICES[subject] : undefined;
  return touched?.({ event, body, versioned: members(body['nova_object.data']) }) ?? [];
}

function parse(content: string): z.infer<typeof notice> | undefined {
  try {
    const outer = envelope.parse(JSON.parse(content));
    return notice.parse(JSON.parse(outer['oslo.message']));
  } catch {
    return undefined; // foreign messages on the bus are none of our business
  }
}
