import { z } from 'zod';

/** What a notification makes us look at; its own content never reaches the store (rule 13). */
export interface Touched {
  kind: string;
  /** Null: the whole kind. */
  id: string | null;
}

const envelope = z.object({ 'oslo.message': z.string() });
const notice = z.object({ event_type: z.string(), payload: z.unknown() });

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a message of the services' bus touches; nothing for events that change no row, and for what is not a notification. */
export function touchedBy(content: string): Touched[] {
  const parsed = parse(content);
  if (!parsed) return [];
  const { event_type: event, payload } = parsed;
  const [subject = ''] = event.split('.');
  if (subject === 'identity') return ['project', 'domain', 'user'].map((kind) => ({ kind, id: null }));
  const body = members(payload);
  const versioned = members(body['nova_object.data']);
  switch (subject) {
    case 'instance':
    case 'server':
      return one('server', text(versioned['uuid']));
    case 'compute':
      return event.startsWith('compute.instance.') ? one('server', text(body['instance_id'])) : [];
    case 'flavor':
      return one('flavor', text(versioned['flavorid']));
    case 'service':
    case 'aggregate':
      return [{ kind: 'node', id: null }];
    case 'volume':
      return [...one('volume', text(body['volume_id'])), ...attachedServers(body)];
    case 'image':
      return one('image', text(body['id']));
    default:
      return ofNetwork(subject, event, body);
  }
}

/** The network service announces each request twice: only its end says that something has changed. */
function ofNetwork(subject: string, event: string, body: Record<string, unknown>): Touched[] {
  if (!event.endsWith('.end')) return [];
  const thing = members(body[subject]);
  switch (subject) {
    case 'network':
      return one('network', text(thing['id']) ?? text(body['network_id']));
    case 'subnet':
      return one('network', text(thing['network_id']));
    case 'port':
      return String(thing['device_owner'] ?? '').startsWith('compute:') ? one('server', text(thing['device_id'])) : [];
    case 'rbac_policy':
      return [{ kind: 'network', id: null }];
    default:
      return [];
  }
}

function attachedServers(body: Record<string, unknown>): Touched[] {
  const attachments = body['volume_attachment'];
  if (!Array.isArray(attachments)) return [];
  return attachments.flatMap((item) => one('server', text(members(item)['instance_uuid'])));
}

const one = (kind: string, id: string | null): Touched[] => (id === null ? [] : [{ kind, id }]);

function parse(content: string): z.infer<typeof notice> | undefined {
  try {
    const outer = envelope.parse(JSON.parse(content));
    return notice.parse(JSON.parse(outer['oslo.message']));
  } catch {
    return undefined; // foreign messages on the bus are none of our business
  }
}
