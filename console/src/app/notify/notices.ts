import { createStore } from '../store.ts';

export type NoticeType = 'warning' | 'error' | 'success' | 'info' | 'progress';

/** How long each type stays, in ms; progress stays until it ends (S0 §9). */
const NOTICE_MS: Readonly<Record<NoticeType, number | null>> = {
  warning: 5000,
  error: 10_000,
  success: 3000,
  info: 3000,
  progress: null,
};

/** Pop-ups shown at once; the rest wait, and their time starts when they show (S1 §9, decision E5). */
const MAX_VISIBLE = 3;

/** A button of a notice. */
export interface NoticeAction {
  label: string;
  run(): void;
}

export interface NoticeInput {
  type: NoticeType;
  title: string;
  message?: string | undefined;
  /** Same id: the notice is replaced, as progress turns into its result. */
  id?: string;
  /** Something to do about it: a button of the notice. */
  action?: NoticeAction | undefined;
  /** Overrides the type's time: ms, null for as long as nobody closes it. */
  duration?: number | null;
}

export interface Notice extends Required<Pick<NoticeInput, 'id' | 'type' | 'title'>> {
  message: string | undefined;
  action: NoticeAction | undefined;
  duration: number | null;
  /** Raised on replacement, so that the time starts again. */
  version: number;
}

/** All notices, oldest first. */
export const noticeStore = createStore<{ notices: readonly Notice[] }>({ notices: [] });

let counter = 0;

/** Shows a small pop-up. Texts are translated already. Returns its id, for `dismiss` or a later replacement. */
export function notify({ id, type, title, message, action, duration = NOTICE_MS[type] }: NoticeInput): string {
  counter += 1;
  const notice: Notice = { id: id ?? `notice-${counter}`, type, title, message, action, duration, version: counter };
  noticeStore.set(({ notices }) =>
    notices.some((known) => known.id === notice.id)
      ? { notices: notices.map((known) => (known.id === notice.id ? notice : known)) }
      : { notices: [...notices, notice] },
  );
  return notice.id;
}

export const dismiss = (id: string): void => noticeStore.set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

/** Those on the screen: the oldest three, where progress never holds back an error (decision E5). */
export function visibleNotices(notices: readonly Notice[]): readonly Notice[] {
  const urgent = notices.filter(({ type }) => type !== 'progress');
  const chosen = new Set([...urgent, ...notices.filter(({ type }) => type === 'progress')].slice(0, MAX_VISIBLE));
  return notices.filter((notice) => chosen.has(notice));
}
