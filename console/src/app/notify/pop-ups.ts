import type { Notice, NoticeType } from './notices.ts';

/** How long each type stays, in ms; progress stays until it ends (S0 §9). */
const NOTICE_MS: Readonly<Record<NoticeType, number | null>> = {
  warning: 5000,
  error: 10_000,
  success: 3000,
  info: 3000,
  progress: null,
};

/** How long a notice stays on the screen: ms, null for as long as nobody closes it. */
export const durationOf = ({ type, duration }: Notice): number | null => (duration === undefined ? NOTICE_MS[type] : duration);

/** All but info can be closed (S0 §9). */
export const hasClose = ({ type, showClose }: Pick<Notice, 'type' | 'showClose'>): boolean => showClose ?? type !== 'info';

/** Pop-ups shown at once; the rest wait, and their time starts when they show (S1 §9, decision E5). */
const MAX_VISIBLE = 3;

/** Those on the screen: the oldest three, where progress never holds back an error (decision E5). */
export function visibleNotices(notices: readonly Notice[]): readonly Notice[] {
  const urgent = notices.filter(({ type }) => type !== 'progress');
  const chosen = new Set([...urgent, ...notices.filter(({ type }) => type === 'progress')].slice(0, MAX_VISIBLE));
  return notices.filter((notice) => chosen.has(notice));
}
