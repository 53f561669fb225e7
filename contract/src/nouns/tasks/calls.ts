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
  list: list({ summary: 'Tasks of the scope; of what they were asked with and came to, the beginning' }),
  read: read({ summary: 'One of them, whole' }),
  cancel: defineCall({
    id: 'tasks.cancel',
    side: 'both',
    method: 'POST',
    path: `${path}/{taskId}/cancel`,
    summary: 'Leaves out what a task has not begun yet; of what it has begun, the cloud may still do the rest',
    source: 'choice.task-cancel',
    permission: one,
    params: z.object({ taskId: id }),
    answer: nothing,
    status: 204,
    errors: ['state_conflict'],
    does: { by: 'handle' },
  }),
};
