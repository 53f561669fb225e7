import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { taskKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'tasks',
  side: 'both',
  kind: taskKind,
  path: '/api/v2/tasks',
  param: 'taskId',
  many: tenant('tasks'),
  one: tenant('task_detail'),
  source: 'S0 §7',
});

export const taskCalls = {
  list: list({ summary: 'Tasks of the scope; of what they were asked with and came to, the beginning' }),
  read: read({ summary: 'One of them, whole' }),
};
