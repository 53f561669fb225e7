import type { TaskError } from '@gantry/contract/nouns/tasks/entity';
import type { TFunction } from 'i18next';
import type { Failure } from '../../ui/failure.ts';
import { errorCodeText, reasonText } from './failure.ts';

/** Why a task or one of its items failed, in words. */
export function taskFailure(t: TFunction<'shell'>, error: TaskError): Failure {
  return {
    text: errorCodeText(t, { code: error.code, params: error.params }, error.message),
    ...(error.reason && {
      reason: reasonText(t, { code: error.reason.code, ...(error.reason.params && { params: error.reason.params }) }),
    }),
    ...(error.detail !== null && { detail: error.detail }),
    ...(error.request_id !== null && { requestId: error.request_id }),
  };
}
