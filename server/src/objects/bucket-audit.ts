/** Who made, deleted and set which bucket: an entry of the audit for each try, whatever came of it. What is done with objects has none. */
import type { Logger } from 'pino';
import type { Store } from '../port/store/store.ts';
import type { Operate } from './internal-requests.ts';
import { S3Error } from './errors.ts';
import type { Answer, Exchange } from './exchange.ts';
import { queryRefusal } from './operations/carried-out.ts';
import { operationOf, settingOf } from './operations/operation.ts';
import type { Target } from './wire/request.ts';

const CALLS: Readonly<Record<string, string>> = { CreateBucket: 'objectStorage.createBucket', DeleteBucket: 'objectStorage.deleteBucket' };
const SETS = 'objectStorage.setBucket';
const CHANGES = ['PUT', 'DELETE'];

/** The call of the audit that a request is, and the setting that it is about; undefined for all that changes nothing about a bucket. */
function activityOf(exchange: Exchange, target: Target): { call: string; setting?: string } | undefined {
  if (target.bucket === undefined || target.key !== undefined || !CHANGES.includes(exchange.method)) return undefined;
  const setting = settingOf(exchange.query);
  if (setting !== undefined) return { call: SETS, setting };
  const call = CALLS[operationOf(exchange, target) ?? ''];
  return call === undefined || queryRefusal(exchange, target) ? undefined : { call };
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
