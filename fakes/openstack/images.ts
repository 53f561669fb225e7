/** Glance, as far as the engine asks it: images are listed, made, filled with bytes, changed, shared and deleted. */
import type { Cloud } from './cloud.ts';
import { collectionRoutes } from './collection-routes.ts';
import { answerTo, now } from './recorded.ts';
import { MARK, member, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';
import type { Image } from './resources.ts';

const glanceError = (status: number, title: string, message: string): Refusal =>
  new Refusal(status, { message: `${message}<br /><br />\n\n\n`, code: `${status} ${title}`, title });
const unknownImage = (id: string): Refusal => glanceError(404, 'Not Found', `No image found with ID ${id}`);

/** Most bytes of an image that are kept to be handed out again; of larger ones only number and digest are. */
export const KEPT_BYTES = 4 * 1024 * 1024;

/** Bytes that arrived. */
export interface Arrived {
  bytes: number;
  sha512: string;
  content: Buffer | undefined;
}

/** An image that the caller may change; throws Refusal. */
function owned({ wares }: Cloud, question: Question, id: string): Image {
  const { isAdmin, projectId } = tokenIn(question);
  const image = wares.image(id);
  if (!image || !(isAdmin || image.owner === projectId)) throw unknownImage(id);
  return image;
}

/** An image that the caller may read by its id: its own, one that everybody may, or one that its project is a member of. */
function seen({ wares }: Cloud, question: Question, id: string): Image {
  const { isAdmin, projectId } = tokenIn(question);
  const image = wares.image(id);
  const isOpen = image?.['visibility'] === 'public' || image?.['visibility'] === 'community';
  const isMember = projectId !== undefined && wares.membersOf(id).some(({ member_id: member }) => member === projectId);
  if (!image || !(isAdmin || image.owner === projectId || isOpen || isMember)) throw unknownImage(id);
  return image;
}

/** Changes in the order in which they are requested, each of one member; one that is removed is undefined, which no answer has. */
function patched(image: Image, changes: unknown): Image {
  const now: Image & Record<string, unknown> = { ...image };
  for (const change of Array.isArray(changes) ? (changes as unknown[]) : []) {
    const key = (text(member(change, 'path')) ?? '').slice(1);
    if (member(change, 'op') === 'remove') now[key] = undefined;
    else now[key] = member(change, 'value');
  }
  return now;
}

/** Glance. */
export function imageRoutes(cloud: Cloud): Route[] {
  const { wares, options } = cloud;
  const contents = new Map<string, Buffer>();
  return [
    // Without limits in Keystone the service knows no usage.
    { method: 'GET', path: /^\/v2\/info\/usage$/, answer: () => ({ status: 404, body: 'Not Found' }) },
    ...collectionRoutes(wares.kept.images, {
      path: '/v2/images',
      bare: true,
      changes: 'PATCH',
      most: options.maxLimit,
      unknown: unknownImage,
      wants: (query) => (image) => !query.has(MARK) || image[MARK] === query.get(MARK),
      page(many, images, { query }) {
        const first = new URLSearchParams(query);
        first.delete('marker');
        return { [many]: images, first: `/v2/images?${first.toString()}`, schema: '/v2/schemas/images' };
      },
      wanted(question, body) {
        const { projectId: owner } = tokenIn(question);
        if (owner === undefined) throw glanceError(403, 'Forbidden', 'A project is needed to create an image.');
        return { ...body, owner, status: 'queued' };
      },
      assert: (question, { id }) => void owned(cloud, question, id),
      change: (_question, image, body) => ({ ...patched(image as Image, body), updated_at: now() }),
      held: ({ id, protected: isProtected }) =>
        isProtected === true && glanceError(403, 'Forbidden', `Image ${id} is protected and cannot be deleted.`),
      follow(what, { id }) {
        if (what === 'removed') contents.delete(id);
      },
    }),
    {
      method: 'PUT',
      path: /^\/v2\/images\/([^/]+)\/file$/,
      answer(question, id = '') {
        const image = owned(cloud, question, id);
        const { bytes: size, sha512, content } = question.body as Arrived;
        if (image['status'] !== 'queued')
          throw glanceError(409, 'Conflict', `Image status transition from ${String(image['status'])} to saving is not allowed`);
        if (content) contents.set(id, content);
        wares.changeImage(id, { size, virtual_size: size, status: 'active', os_hash_algo: 'sha512', os_hash_value: sha512 });
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/images\/([^/]+)\/file$/,
      answer(question, id = '') {
        const image = seen(cloud, question, id);
        if (image['status'] === 'deactivated' && !tokenIn(question).isAdmin)
          throw glanceError(403, 'Forbidden', 'The requested image has been deactivated. Image data download is forbidden.');
        const content = contents.get(id);
        if (!content) return { status: 204 };
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(question.headers['range'] ?? '')) ?? [];
        if (from === undefined) return { bytes: content };
        const headers = { 'content-range': `bytes ${from}-${to}/${content.length}` };
        return { status: 206, headers, bytes: content.subarray(Number(from), Number(to) + 1) };
      },
    },
    {
      method: 'POST',
      path: /^\/v2\/images\/([^/]+)\/actions\/(deactivate|reactivate)$/,
      answer(question, id = '', action = '') {
        if (!tokenIn(question).isAdmin) throw glanceError(403, 'Forbidden', 'You are not authorized to complete this action.');
        const image = owned(cloud, question, id);
        wares.changeImage(image.id, { status: action === 'deactivate' ? 'deactivated' : 'active' });
        return { status: 204 };
      },
    },
    ...memberRoutes(cloud),
  ];
}

/** Projects that an image is shared with. */
function memberRoutes(cloud: Cloud): Route[] {
  const { wares } = cloud;
  const many = /^\/v2\/images\/([^/]+)\/members$/;
  const single = /^\/v2\/images\/([^/]+)\/members\/([^/]+)$/;
  const unknown = (id: string, projectId: string): Refusal =>
    glanceError(404, 'Not Found', `${projectId} not found in the member list of the image ${id}.`);
  return [
    {
      method: 'GET',
      path: many,
      answer(question, id = '') {
        const { owner } = seen(cloud, question, id);
        const { isAdmin, projectId } = tokenIn(question);
        const members = wares.membersOf(id).filter(({ member_id: one }) => isAdmin || owner === projectId || one === projectId);
        return { body: { members, schema: '/v2/schemas/members' } };
      },
    },
    {
      method: 'POST',
      path: many,
      answer(question, id = '') {
        if (owned(cloud, question, id)['visibility'] !== 'shared') throw glanceError(403, 'Forbidden', 'Only shared images have members.');
        const projectId = text(member(question.body, 'member')) ?? '';
        if (wares.membersOf(id).some(({ member_id: one }) => one === projectId))
          throw glanceError(409, 'Conflict', `Image member ${projectId} already exists for image ${id}.`);
        return { body: wares.putMember(id, projectId, 'pending') };
      },
    },
    {
      method: 'PUT',
      path: single,
      answer(question, id = '', projectId = '') {
        if (tokenIn(question).projectId !== projectId) throw glanceError(403, 'Forbidden', 'You are not permitted to modify this member.');
        if (!wares.membersOf(id).some(({ member_id: one }) => one === projectId)) throw unknown(id, projectId);
        return { body: wares.putMember(id, projectId, text(member(question.body, 'status')) ?? '') };
      },
    },
    {
      method: 'DELETE',
      path: single,
      answer(question, id = '', projectId = '') {
        owned(cloud, question, id);
        if (!wares.removeMember(id, projectId)) throw unknown(id, projectId);
        return { status: 204 };
      },
    },
  ];
}

/** What Glance answers where it has nothing, its version document included. */
export const GLANCE_NOTHING = answerTo('GET', /^\/image\/v2\/$/, 404);
