/**
 * What storages elsewhere are known to take and pass over, in part or wholly, without saying so (docs/object-storage.md): here it is tried first where
 * that does no harm, and refused else, so that nobody relies on what is not done.
 */
import type { PassedOver } from '../../port/service.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { bytesOfAnswer, skipAnswer, type Operate } from '../internal-requests.ts';
import { deletionConditions, isConditional } from '../operations/conditions.ts';
import { BATCH_BYTES, readBatch } from '../operations/deletions.ts';
import { ENCRYPTION_HEADER } from '../operations/headers.ts';
import { LIFECYCLE_BYTES, lifecycleTree } from '../operations/lifecycle.ts';
import { operationOf, type OperationName } from '../operations/operation.ts';
import type { Target } from '../wire/request.ts';
import type { XmlNode } from '../wire/xml-tree.ts';
import { forwardable } from './forward.ts';
import { bodyOfBytes, gathered, withBody } from './own-body.ts';

const unkept = (message: string, header: string): S3Error => new S3Error('NotImplemented', message, { Header: header });
const tooLong = (): Error => new S3Error('ServiceUnavailable', undefined, { Reason: 'the answer is too long' });
const textIn = async (answer: Answer, most: number): Promise<string> =>
  (await gathered(bytesOfAnswer(answer), most, tooLong)).toString('utf8');

/** Deletions on condition are done by few storages, and the others delete all the same. Throws NotImplemented. */
function assertUnconditional(conditions: Parameters<typeof isConditional>[0]): void {
  if (isConditional(conditions)) throw unkept('The object store behind this one deletes whatever the conditions are.', 'If-Match');
}

/** The batch again, once it has been looked at. */
async function unconditional(exchange: Exchange): Promise<Exchange> {
  const content = await gathered(exchange.body(BATCH_BYTES).bytes, BATCH_BYTES, tooLong);
  const { all } = await readBatch(bodyOfBytes(content).bytes);
  for (const one of all) assertUnconditional(one);
  return { ...exchange, headers: { ...exchange.headers, 'content-length': String(content.length) }, body: () => bodyOfBytes(content) };
}

/** Of an answer that is read whole. */
const ANSWER_BYTES = 256 * 1024;
const UPLOAD_ID = /<UploadId>([^<]+)<\/UploadId>/;
/** Statuses by which storages say that they do not encrypt: at all, or on this connection. */
const UNABLE = [400, 405, 501];
const UNENCRYPTED = 'The object store behind this one does not encrypt objects with keys of its own.';

/** Begins an upload that is encrypted. Throws NotImplemented where the storage would not do that. */
async function encryptedUpload(operate: Operate, exchange: Exchange, target: Target): Promise<Answer & { id: string }> {
  const answer = await operate(exchange, target);
  const body = await textIn(answer, ANSWER_BYTES);
  const [, id = ''] = UPLOAD_ID.exec(body) ?? [];
  if (UNABLE.includes(answer.status)) throw unkept(UNENCRYPTED, ENCRYPTION_HEADER);
  if (answer.status < 300 && answer.headers?.[ENCRYPTION_HEADER] === undefined) {
    await abort(operate, exchange, target, id);
    throw unkept(UNENCRYPTED, ENCRYPTION_HEADER);
  }
  return { ...answer, body, id };
}

async function abort(operate: Operate, exchange: Exchange, target: Target, id: string): Promise<Answer> {
  const query = [['uploadId', id]] as const;
  return operate({ ...withBody(exchange, 'DELETE'), query: new Map(query) }, { ...target, query });
}

/** The answer that refuses an encrypted object; undefined where the storage encrypts it, as an upload that is given up at once has shown. */
async function encryptionRefusal(operate: Operate, exchange: Exchange, target: Target): Promise<Answer | undefined> {
  const query = [['uploads', '']] as const;
  const { headers, ...empty } = withBody(exchange, 'POST');
  const asked = { ...headers, [ENCRYPTION_HEADER]: exchange.headers[ENCRYPTION_HEADER]! };
  const trial = { ...empty, headers: asked, query: new Map(query) };
  const { id, ...answer } = await encryptedUpload(operate, trial, { ...target, query });
  if (answer.status >= 300) return answer;
  const ended = await abort(operate, trial, target, id);
  if (ended.status >= 300) return ended;
  await skipAnswer(ended);
  return undefined;
}

/** What narrows a rule: one that a storage keeps without it deletes more than was meant. */
const NARROWING = ['ObjectSizeGreaterThan', 'ObjectSizeLessThan', 'NewerNoncurrentVersions'];
const narrowingIn = ({ name, text, children }: XmlNode): string[] => [
  ...(NARROWING.includes(name) ? [`${name} ${text.trim()}`] : []),
  ...children.flatMap(narrowingIn),
];
const allOf = (rules: XmlNode): string => narrowingIn(rules).toSorted().join();
const isEnabled = ({ name, text, children }: XmlNode): boolean =>
  (name === 'Status' && text.trim() === 'Enabled') || children.some(isEnabled);

const treeOf = (text: string): Promise<XmlNode> => lifecycleTree(bodyOfBytes(Buffer.from(text)).bytes);

/** Rules that are narrowed are set disabled first, and enabled once they have been read as they are. */
async function putLifecycle(operate: Operate, exchange: Exchange, target: Target): Promise<Answer> {
  const ask = (method: string, text?: string): Promise<Answer> =>
    operate(withBody(exchange, method, text === undefined ? undefined : { text, type: 'application/xml' }), target);
  const sent = (await gathered(exchange.body(LIFECYCLE_BYTES).bytes, LIFECYCLE_BYTES, tooLong)).toString('utf8');
  const rules = await treeOf(sent);
  if (narrowingIn(rules).length === 0) return ask('PUT', sent);
  const former = await ask('GET');
  const formerText = await textIn(former, ANSWER_BYTES);
  const trial = sent.replace(/<Status>\s*Enabled\s*<\/Status>/g, '<Status>Disabled</Status>');
  if (isEnabled(await treeOf(trial))) throw new S3Error('MalformedXML');
  const tried = await ask('PUT', trial);
  if (tried.status >= 300) return tried;
  await skipAnswer(tried);
  const kept = await ask('GET');
  const keptText = await textIn(kept, ANSWER_BYTES);
  if (kept.status < 300 && allOf(await treeOf(keptText)) === allOf(rules)) return ask('PUT', sent);
  await skipAnswer(await (former.status < 300 ? ask('PUT', formerText) : ask('DELETE')));
  throw new S3Error(
    'NotImplemented',
    'The object store behind this one would keep these rules only in part, and delete more than they say.',
  );
}

/** Throws NotImplemented for what the storage would take and pass over. */
function assertHeeded({ headers, query }: Exchange, operation: OperationName | undefined, passesOver: readonly PassedOver[]): void {
  for (const { operations, names } of passesOver) {
    if (operation === undefined || !operations.includes(operation)) continue;
    if (names === undefined) throw new S3Error('NotImplemented');
    const said = names.find((name) => headers[name] !== undefined || query.has(name));
    if (said !== undefined) throw unkept('The object store behind this one does nothing of what this says.', said);
  }
}

/** The same operations, each as it was asked for or not at all. */
export function checked(operate: Operate, passesOver: readonly PassedOver[] = []): Operate {
  return async (asked, target) => {
    const exchange = forwardable(asked, target);
    const { headers } = exchange;
    const operation = operationOf(exchange, target);
    assertHeeded(exchange, operation, passesOver);
    switch (operation) {
      case 'DeleteObject':
        assertUnconditional(deletionConditions(headers));
        return operate(exchange, target);
      case 'DeleteObjects':
        return operate(await unconditional(exchange), target);
      case 'PutBucketLifecycle':
        return putLifecycle(operate, exchange, target);
      case 'CreateMultipartUpload': {
        if (headers[ENCRYPTION_HEADER] === undefined) return operate(exchange, target);
        const { id: _id, ...answer } = await encryptedUpload(operate, exchange, target);
        return answer;
      }
      case 'PutObject':
      case 'CopyObject': {
        const refusal = headers[ENCRYPTION_HEADER] === undefined ? undefined : await encryptionRefusal(operate, exchange, target);
        return refusal ?? operate(exchange, target);
      }
      default:
        return operate(exchange, target);
    }
  };
}
