/** Conditions on what an object is like now, as RFC 9110 has them. */
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';

type Seen = Pick<ObjectRow, 'etag' | 'modifiedAt'>;
type Sized = Seen & Pick<ObjectRow, 'size'>;

const matches = (list: string, etag: string): boolean =>
  list.split(',').some((one) => {
    const plain = one.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
    return plain === '*' || plain === etag;
  });

/** Whether a time of a header is before the last change; undefined where it is no time. Headers know whole seconds only. */
function isChangedSince(text: string | undefined, { modifiedAt }: Seen): boolean | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.floor(modifiedAt / 1000) * 1000 > time;
}

/** Whether the object may be told: `unchanged` where the caller has it as it is. Throws PreconditionFailed. */
export function judgeReading(object: Seen, headers: Exchange['headers'], before = ''): 'tell' | 'unchanged' {
  const said = (name: string): string | undefined => headers[`${before}${name}`];
  const [ifMatch, ifNoneMatch] = [said('if-match'), said('if-none-match')];
  if (ifMatch === undefined ? isChangedSince(said('if-unmodified-since'), object) === true : !matches(ifMatch, object.etag))
    throw new S3Error('PreconditionFailed');
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, object.etag) ? 'unchanged' : 'tell';
  return isChangedSince(said('if-modified-since'), object) === false ? 'unchanged' : 'tell';
}

/** Whether the range that a request asks for is of the object as it is: `If-Range` is its tag, or exactly the time of its last change. */
export function isRangeOf({ etag, modifiedAt }: Seen, { 'if-range': said }: Exchange['headers']): boolean {
  return said === undefined || said === `"${etag}"` || Date.parse(said) === Math.floor(modifiedAt / 1000) * 1000;
}

/** Judges what is about to be replaced. Throws PreconditionFailed, NoSuchKey. */
export function writingJudge(headers: Exchange['headers']): (present: Seen | undefined) => void {
  const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
  return (present) => {
    if (ifNoneMatch !== undefined && present && matches(ifNoneMatch, present.etag))
      throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-None-Match' });
    if (ifMatch === undefined) return;
    if (!present) throw new S3Error('NoSuchKey');
    if (!matches(ifMatch, present.etag)) throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
  };
}

/** What an object has to be like to be deleted, as a request says it; absent: whatever it is. */
export interface DeletionConditions {
  etag?: string | undefined;
  /** A time, in whole seconds. */
  modified?: string | undefined;
  size?: string | undefined;
}

/** Conditions of a deletion by its headers. */
export const deletionConditions = (headers: Exchange['headers']): DeletionConditions => ({
  etag: headers['if-match'],
  modified: headers['x-amz-if-match-last-modified-time'],
  size: headers['x-amz-if-match-size'],
});

export const isConditional = ({ etag, modified, size }: DeletionConditions): boolean =>
  [etag, modified, size].some((value) => value !== undefined);

/** Whether an object is as the conditions say. Throws InvalidArgument where time or size are none. */
export function fits({ etag, modified, size }: DeletionConditions, object: Sized): boolean {
  const time = modified === undefined ? undefined : Date.parse(modified);
  if (Number.isNaN(time)) throw new S3Error('InvalidArgument', 'The time of last modification is no time.');
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw new S3Error('InvalidArgument', 'The size is no whole number.');
  return (
    (etag === undefined || matches(etag, object.etag)) &&
    (time === undefined || Math.floor(object.modifiedAt / 1000) === Math.floor(time / 1000)) &&
    (size === undefined || Number(size) === object.size)
  );
}
