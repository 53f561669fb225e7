import { isInProgress, type ServerState } from '@gantry/contract/nouns/servers/rules';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import { isStatus, toneOf, type Tone } from '@gantry/contract/wire/statuses';
import type { TFunction } from 'i18next';

type Translate = TFunction<'servers'>;
type KnownTask = (typeof SERVER_TASK_STATES)[number];

const isKnownTask = (task: string): task is KnownTask => (SERVER_TASK_STATES as readonly string[]).includes(task);

/** How a server's state looks. */
export const stateTone = (server: ServerState): Tone => (isInProgress(server) ? 'progress' : toneOf(SERVER_STATUSES, server.status));

/** A status in words; a newer one than this console knows is named as it came. */
export const statusText = (t: Translate, status: string): string =>
  isStatus(SERVER_STATUSES, status) ? t(`status.${status}`) : t('status-other', { status });

const HOST_STATUSES = ['UP', 'DOWN', 'UNKNOWN', 'MAINTENANCE'] as const;
type KnownHostStatus = (typeof HOST_STATUSES)[number];
const POWER_STATES = ['running', 'shutdown', 'paused', 'crashed', 'suspended'] as const;
const isKnownHostStatus = (status: string): status is KnownHostStatus => (HOST_STATUSES as readonly string[]).includes(status);

/** Status of the node that a server is on, in words. */
export const hostStatusText = (t: Translate, state: string): string =>
  isKnownHostStatus(state) ? t(`host-status.${state}`) : t('host-status-other', { state });

const isKnownPower = (state: string): state is (typeof POWER_STATES)[number] => (POWER_STATES as readonly string[]).includes(state);

/** Whether the guest has power, in words; one that is not known as the cloud calls it. */
export const powerText = (t: Translate, state: string): string => (isKnownPower(state) ? t(`power.${state}`) : state);

/** A task state in words. */
export const taskText = (t: Translate, task: string): string => (isKnownTask(task) ? t(`task.${task}`) : t('task-other', { task }));

/** What the server says it is, and what is going on: never an end state before the server reports it. */
export function stateText(t: Translate, server: ServerState): string {
  const status = statusText(t, server.status);
  return server.task_state === null ? status : t('status-with-task', { status, task: taskText(t, server.task_state) });
}
