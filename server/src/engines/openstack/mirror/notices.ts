import { z } from 'zod';
import { NOUNS } from '../nouns/index.ts';
import { atEnd, members, one, text, type Notice, type Notices, type Touched } from './notice.ts';

const envelope = z.object({ 'oslo.message': z.string() });
const notice = z.object({ event_type: z.string(), payload: z.unknown() });

const server = ({ versioned }: Notice): Touched[] => one('server', text(versioned['uuid']));
const nodes = (): Touched[] => [{ kind: 'node', id: null }];

/** All notifications that are listened to; what needs code of its own is with its kind. */
const NOTICES: Notices = {
  ...Object.fromEntries(NOUNS.flatMap(({ notices = {} }) => Object.entries(notices))),
  identity: () => ['project', 'domain', 'user'].map((kind) => ({ kind, id: null })),
  instance: server,
  server,
  compute: ({ event, body }) => (event.startsWith('compute.instance.') ? one('server', text(body['instance_id'])) : []),
  service: nodes,
  aggregate: nodes,
  volume: ({ body }) => [...one('volume', text(body['volume_id'])), ...attachedServers(body)],
  // A member's change names the image it is a member of.
  image: ({ event, body }) => one('image', text(event.startsWith('image.member.') ? body['image_id'] : body['id'])),
  port: atEnd(({ body }) => {
    const { device_owner: owner, device_id: id } = members(body['port']);
    return String(owner ?? '').startsWith('compute:') ? one('server', text(id)) : [];
  }),
};

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

function attachedServers(body: Notice['body']): Touched[] {
  const attachments = body['volume_attachment'];
  if (!Array.isArray(attachments)) return [];
  return attachments.flatMap((item) => one('server', text(members(item)['instance_uuid'])));
}

function parse(content: string): z.infer<typeof notice> | undefined {
  try {
    const outer = envelope.parse(JSON.parse(content));
    return notice.parse(JSON.parse(outer['oslo.message']));
  } catch {
    return undefined; // foreign messages on the bus are none of our business
  }
}
