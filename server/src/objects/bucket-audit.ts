/** Who made, deleted and set which bucket: an entry of the audit for each try, whatever came of it. What is done with objects has none. */
import type { Logger } from 'pino';
import type { Store } from '../port/store/store.ts';
import type { Operate } from './internal-requests.ts';
import { S3Error } from './errors.ts';
import type { Answer, Exchange } from './exchange.ts';
import { isBucketItself, settingOf } from './operations/index.ts';
import type { Target } from './wire/request.ts';

const CALLS: Readonly<Record<string, string>> = { PUT: 'objectStorage.createBucket', DELETE: 'objectStorage.deleteBucket' };
const SETS = 'objectStorage.setBucket';

/** The call of the audit that a request is, and the setting that it is about; undefined for all that changes nothing about a bucket. */
function activityOf({ method, query }: Exchange, { bucket, key }: Target): { call: string; setting?: string } | undefined {
  const call = bucket !== undefined && key === undefined ? CALLS[method] : undefined;
  if (call === undefined) return undefined;
  if (isBucketItself(query)) return { call };
  const setting = settingOf(query);
  return setting === undefined ? undefined : { call: SETS, setting };
}

/** The same operations, with their entries. An audit that cannot be written is a defect of its own, not of the request. */
export function audited(operate: Operate, { audit, log }: { audit: Pick<Store['audit'], 'append'>; log: Logger }): Operate {
  return async (exchange, target) => {
    const activity = activityOf(exchange, target);
    const { author } = exchange;
    if (!activity || !author) return operate(exchange, target);
    const { call, setting } = activity;
    const body = setting === undefined ? author.body : { ...(author.body as object | null), setting, method: exchange.method };
    const write = async (status: number, errorCode: string | null): Promise<void> => {
      try {
        await audit.append({
          ...author,
          body,
          at: new Date().toISOString(),
          call,
          target: target.bucket!.slice(0, 128),
          targetNames: [target.bucket!.slice(0, 128)],
          status,
          errorCode,
        });
      } catch (err) {
        log.error({ err, requestId: author.requestId, call, status }, 'audit entry not written');
      }
    };
    let answer: Answer;
    try {
      answer = await operate(exchange, target);
    } catch (error) {
      const { status, code } = error instanceof S3Error ? error : { status: 500, code: 'InternalError' };
      await write(status, code);
      throw error;
    }
    await write(answer.status, null);
    return answer;
  };
}
