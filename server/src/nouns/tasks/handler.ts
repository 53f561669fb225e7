import { nouns } from '@gantry/contract';
import { taskKind } from '@gantry/contract/nouns/tasks/entity';
import { isCancellable } from '@gantry/contract/nouns/tasks/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { authorised, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { visible } from '../../calls/reads.ts';
import { assertRule } from '../../calls/target.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.tasks;

export function taskHandlers(options: Pick<CallOptions, 'store' | 'platform' | 'tasks'>): Handler[] {
  return [
    handle(calls.cancel, async (request) => {
      const row = await visible(authorised(request as CallRequest), { kind: taskKind }, request.params.taskId, options);
      assertRule(isCancellable, row, undefined);
      // It has ended meanwhile.
      if (!(await options.tasks.cancel(row.id))) throw new GantryError('state_conflict', { reason: { code: 'task_ended' } });
      return null;
    }),
  ];
}
