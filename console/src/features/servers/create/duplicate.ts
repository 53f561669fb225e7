import type { Server } from '@gantry/contract/nouns/servers/entity';
import { api } from '../../../app/api/calls.ts';
import { callApi } from '../../../app/api/request.ts';
import { scopeKey } from '../../../app/scope.ts';
import { draftKey, writeDraft } from '../../../app/session/drafts.ts';
import { sessionStore } from '../../../app/session/state.ts';
import { DRAFT } from '../paths.ts';
import { draftLike } from './like.ts';

/** Characters that a name may have (S2 §5). */
const NAME_MAX = 255;

/** Keys of one name that are looked through: who works on the whole cloud sees those of all users. */
const NAMESAKES = 100;

/** The id of the user's own key of that name; undefined where it is somebody else's, or gone. */
async function keyNamed(name: string | null, userId: string): Promise<string | undefined> {
  if (name === null) return undefined;
  const { data } = await callApi(api.keyPairs.list, { query: { name, limit: NAMESAKES } });
  return data.find((key) => key.user_id === userId)?.id;
}

/** Fills the page that creates servers, in the project of that, with what makes another one such as this. @param copied name of the other one */
export async function draftDuplicate(server: Server, copied: string): Promise<void> {
  const userId = sessionStore.get().currentUser?.id ?? '';
  const key = draftKey(DRAFT, userId, scopeKey({ type: 'project', id: server.project_id }));
  writeDraft(key, draftLike(server, { name: copied.slice(0, NAME_MAX), keyPairId: await keyNamed(server.key_name, userId) }));
}
