import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { id, nothing } from '../../wire/values.ts';
import { taskKind } from './entity.ts';

const path = '/api/v2/tasks';
const one = tenant('task_detail');

const { list, read } = resourceCalls({
  noun: 'tasks',
  side: 'both',
  kind: taskKind,
  path,
  param: 'taskId',
  many: tenant('tasks'),
  one,
  source: 'S0 §7',
});

export const taskCalls = {
  list: list({ summary: 'Lists the tasks of the scope, with the beginning of large requests and results' }),
  read: read({ summary: 'Shows a task with its whole request and result' }),
  cancel: defineCall({
    id: 'tasks.cancel',
    side: 'both',
    method: 'POST',
    path: `${path}/{taskId}/cancel`,
    summary: 'Cancels what a task has not started yet. The cloud may still finish what is in progress',
    source: 'choice.task-cancel',
    permission: one,
    params: z.object({ taskId: id }),
    answer: nothing,
    status: 204,
    errors: ['state_conflict'],
    does: { by: 'handle' },
  }),
};
