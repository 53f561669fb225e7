/** The figures of this process, by name. What each means is said in docs/operations.md; a test compares both. */
import { Registry } from './registry.ts';

/** Seconds; a list call should take 15 ms, a command waits for the cloud. */
const REQUEST_SECONDS = [0.005, 0.015, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds from the request until the cloud is where it should be. */
const TASK_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** All families in one registry. */
export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    build: registry.gauge('gantry_build_info', 'Always 1; the version is in the label.', ['version']),
    requests: registry.counter('gantry_http_requests_total', 'HTTP requests that have ended.', ['call', 'status']),
    requestSeconds: registry.histogram('gantry_http_request_duration_seconds', 'Duration of HTTP requests.', ['call'], REQUEST_SECONDS),
    requestsOpen: registry.gauge('gantry_http_requests_in_flight', 'HTTP requests under way.'),
    sockets: registry.gauge('gantry_sockets_open', 'Sockets of consoles that are connected to this process.'),
    events: registry.counter('gantry_events_sent_total', 'Events sent to sockets, once per receiving socket.', ['channel']),
    screens: registry.gauge('gantry_screens_open', 'Screens and console logs of servers that this process shows.'),
    screensEnded: registry.counter('gantry_screens_ended_total', 'Screens that are no longer shown, and those that were refused.', [
      'kind',
      'end',
    ]),
    tasksEnded: registry.counter('gantry_tasks_ended_total', 'Tasks that this process brought to their end.', ['command', 'state']),
    taskSeconds: registry.histogram(
      'gantry_task_duration_seconds',
      'Time from request to end of tasks that this process ended.',
      ['command'],
      TASK_SECONDS,
    ),
    tasksRunning: registry.gauge('gantry_tasks_running', 'Tasks in the hands of this process.'),
    tasksOpen: registry.gauge('gantry_tasks_open', 'Tasks in the store that have not ended, of all processes.', ['phase']),
    leases: registry.gauge('gantry_lease_held', '1 where this process holds the lease, 0 where another one does.', ['lease']),
    engineUp: registry.gauge('gantry_engine_up', '1 where all services of the engine answer.', ['engine', 'type']),
    engineDownSince: registry.gauge('gantry_engine_down_since_seconds', 'When the engine stopped answering; absent while it answers.', [
      'engine',
    ]),
    serviceDownSince: registry.gauge(
      'gantry_engine_service_down_since_seconds',
      'When a service of the engine stopped answering; absent while it answers.',
      ['engine', 'service'],
    ),
    engineSync: registry.gauge('gantry_engine_last_sync_seconds', 'When the rows of a mirrored engine were last in step with the cloud.', [
      'engine',
    ]),
    engineLag: registry.gauge('gantry_engine_lag_seconds', 'How long ago the rows of a mirrored engine were in step with the cloud.', [
      'engine',
    ]),
    storeUp: registry.gauge('gantry_store_up', '1 where the database answers.'),
    storeBytes: registry.gauge('gantry_store_size_bytes', 'Size of the database.'),
    diskFree: registry.gauge('gantry_data_folder_free_bytes', 'Free bytes of the file system of the data folder.'),
    logHead: registry.gauge('gantry_change_log_head', 'Number of the newest entry of the change log.'),
    logFloor: registry.gauge('gantry_change_log_floor', 'Number up to which the change log has been forgotten.'),
    loopDelay: registry.gauge('gantry_event_loop_delay_seconds', 'How late the event loop was in the last ten seconds.', ['quantile']),
    loopBusy: registry.counter('gantry_event_loop_busy_seconds_total', 'Time in which the event loop was at work.'),
    cpu: registry.counter('process_cpu_seconds_total', 'CPU time of the process.'),
    rss: registry.gauge('process_resident_memory_bytes', 'Resident memory of the process.'),
    heap: registry.gauge('nodejs_heap_size_used_bytes', 'Heap in use by JavaScript objects.'),
    started: registry.gauge('process_start_time_seconds', 'When the process started, in seconds since the epoch.'),
  };
}
