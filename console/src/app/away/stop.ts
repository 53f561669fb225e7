import i18next from 'i18next';
import { ApiError } from '../api/errors.ts';
import { api } from '../api/first-calls.ts';
import { callApi } from '../api/request.ts';
import { settingsStore } from '../i18n/settings.ts';
import { liveStore } from '../live/live-store.ts';
import { notify } from '../notify/notices.ts';
import { poll } from '../poll.ts';
import { sessionStore } from '../session/state.ts';

/** A server that has just said it is about to stop still answers: it is asked after this time first, in ms. */
const FIRST_MS = 5000;

/**
 * The server is about to stop (S0 §4): says so, blocks the page, asks for the rights until they are answered or the leave-time limit has passed, and then
 * reloads (decision A14).
 */
export function waitForServer(reload: () => void = () => location.reload()): void {
  if (sessionStore.get().isSuspended) return;
  sessionStore.set({ isSuspended: true });
  const t = i18next.getFixedT(null, 'ui');
  notify({ type: 'info', title: t('stop.title'), message: t('stop.text'), kept: false });
  // As long as its socket stands, it is the old server that answers.
  let isLost = liveStore.get().state !== 'connected';
  const stopWatching = liveStore.subscribe(() => (isLost ||= liveStore.get().state !== 'connected'));
  let stopPolling: (() => void) | undefined;
  const end = (): void => {
    stopWatching();
    clearTimeout(first);
    clearTimeout(limit);
    stopPolling?.();
    reload();
  };
  const ask = async (signal: AbortSignal): Promise<void> => {
    if (!isLost) return;
    if ((await isAnswering(signal)) && !signal.aborted) end();
  };
  const first = setTimeout(() => (stopPolling = poll(ask)), FIRST_MS);
  const limit = setTimeout(end, settingsStore.get().leaveMinutes * 60_000);
}

/** A refusal is an answer too; a server that is just starting or ending has none. */
async function isAnswering(signal: AbortSignal): Promise<boolean> {
  try {
    await callApi(api.session.meta, {}, { guard: 'skip', fresh: true, signal });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status >= 400 && error.status < 500;
  }
}
