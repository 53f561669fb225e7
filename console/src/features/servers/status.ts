import { isInProgress, isRunning, type ServerState } from '@gantry/contract/nouns/servers/rules';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import type { TFunction } from 'i18next';
import type { Tone } from '../../ui/show/status-label.tsx';

type Translate = TFunction<'servers'>;
type KnownStatus = (typeof SERVER_STATUSES)[number];
type KnownTask = (typeof SERVER_TASK_STATES)[number];

const isKnownStatus = (status: string): status is KnownStatus => (SERVER_STATUSES as readonly string[]).includes(status);
const isKnownTask = (task: string): task is KnownTask => (SERVER_TASK_STATES as readonly string[]).includes(task);

/** Statuses that want somebody's attention without being an error. */
const WARNING: ReadonlySet<string> = new Set(['PAUSED', 'RESCUE', 'VERIFY_RESIZE']);

/** How a server's state looks. What is not known by name looks neutral (choice.unknown-status-message). */
export function toneOf(server: ServerState): Tone {
  if (isInProgress(server)) return 'progress';
  if (server.status === 'ERROR') return 'error';
  if (WARNING.has(server.status)) return 'warning';
  return isRunning(server) ? 'ok' : 'neutral';
}

/** A status in words; a newer one than this console knows is named as it came. */
export const statusText = (t: Translate, status: string): string =>
  isKnownStatus(status) ? t(`status.${status}`) : t('status-other', { status });

const HOST_STATUSES = ['UP', 'DOWN', 'UNKNOWN', 'MAINTENANCE'] as const;
type KnownHostStatus = (typeof HOST_STATUSES)[number];
const POWER_STATES = ['running', 'shutdown', 'paused', 'crashed', 'suspended'] as const;
const isKnownHostStatus = (status: string): status is KnownHostStatus => (HOST_STATUSES as readonly string[]).includes(status);

/** State of the node that a server is on, in words. */
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
