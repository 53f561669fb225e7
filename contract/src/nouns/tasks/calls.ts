import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { task, taskKind } from './entity.ts';

export const taskCalls = {
  list: defineCall({
    id: 'tasks.list',
    method: 'GET',
    path: '/api/v2/tasks',
    summary: 'Tasks of the scope',
    source: 'S0 §7',
    permission: tenant('tasks'),
    query: listQuery(taskKind),
    answer: pageOf(task),
    does: { by: 'list', kind: taskKind },
  }),
  read: defineCall({
    id: 'tasks.read',
    method: 'GET',
    path: '/api/v2/tasks/{taskId}',
    summary: 'One of them',
    source: 'S0 §7',
    permission: tenant('task_detail'),
    params: z.object({ taskId: id }),
    answer: task,
    does: { by: 'read', kind: taskKind, id: 'taskId' },
  }),
};
