import type { NoticeAction } from './notices.ts';

const handlers = new Map<string, (payload: unknown) => void>();

/** Whoever carries out the actions of a name. @returns takes it away again */
export function onNoticeAction(name: string, handler: (payload: unknown) => void): () => void {
  handlers.set(name, handler);
  return () => void (handlers.get(name) === handler && handlers.delete(name));
}

/** Somebody has pressed the button of a notice. */
export function emitNoticeAction({ name, payload }: NoticeAction): void {
  const own = ownRuns.get(payload);
  if (own) own();
  else if (handlers.has(name)) handlers.get(name)?.(payload);
  else console.error(`Nobody carries out the action ${name} of a notice`);
}

/** What only this page can do, by the payload of its action. */
const ownRuns = new Map<unknown, () => void>();
/** So many are kept: the oldest notices are not looked at any more. */
const OWN_RUNS = 100;
const OWN = `own:${crypto.getRandomValues(new Uint32Array(2)).join('-')}:`;
let counter = 0;

/** An action that can be done for as long as this page is open, such as trying again what has just failed. */
export function ownAction(name: string, label: string, run: () => void): NoticeAction {
  counter += 1;
  const payload = `${OWN}${counter}`;
  ownRuns.set(payload, run);
  for (const oldest of [...ownRuns.keys()].slice(0, -OWN_RUNS)) ownRuns.delete(oldest);
  return { name, label, payload };
}

/** Whether the action can be done here and now: not what another page, or this one before it was loaded anew, could do. */
export const isOffered = ({ name, payload }: NoticeAction): boolean =>
  typeof payload === 'string' && payload.startsWith('own:') ? ownRuns.has(payload) : handlers.has(name);
