import { z } from 'zod';
import type { Api } from './api.ts';

/** Lowest version in which messages are narrowed to one resource. */
const NEEDS = '3.5';

const answer = z.object({ messages: z.array(z.object({ user_message: z.string() })) });

/** What the volume service says of a resource that came to grief, in its own words; undefined where it says nothing, or cannot be asked. */
export async function messageOf(api: Api, id: string): Promise<string | undefined> {
  try {
    const query = { resource_uuid: id, sort: 'created_at:desc', limit: 1 };
    return (await api.ask('volume', { path: '/messages', needs: NEEDS, query, answer })).body.messages[0]?.user_message;
  } catch {
    return undefined; // that it failed is known: why is an extra
  }
}
