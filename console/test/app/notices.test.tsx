import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLanguages } from '../../src/app/i18n/languages.ts';
import { isOfKind, KINDS } from '../../src/app/notify/centre-entries.ts';
import { notify, noticeStore, type NoticeType } from '../../src/app/notify/notices.ts';
import { visibleNotices } from '../../src/app/notify/pop-ups.ts';
import { NoticeItems } from '../../src/app/notify/notices-view.tsx';

let root: Root;
beforeAll(() => startLanguages({ shell: import.meta.glob('../../src/app/texts/*.json', { import: 'default' }) }));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  noticeStore.set({ notices: [] });
  root = createRoot(document.body.appendChild(document.createElement('ul')));
  act(() => root.render(<NoticeItems />));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (type: NoticeType, title: string = type, id = title): void => void act(() => void notify({ type, title, id }));
const wait = (ms: number): void => void act(() => void vi.advanceTimersByTime(ms));
const shown = () => [...document.querySelectorAll('li')].map((item) => item.textContent ?? '');

describe('notices', () => {
  it('a warning shows for 5 s, an error for 10, a success and an information for 3 [const.notification-duration-warning, const.notification-duration-error, const.notification-duration-success, const.notification-duration-info]', () => {
    const times = { warning: 5000, error: 10_000, success: 3000, info: 3000 } as const;
    for (const type of Object.keys(times) as (keyof typeof times)[]) {
      show(type);
      wait(times[type] - 1);
      expect(shown(), type).toHaveLength(1);
      wait(1);
      expect(shown(), type).toHaveLength(0);
    }
  });

  it('a notice of progress shows until it is closed or ends [const.notification-duration-progress]', () => {
    show('progress', 'making');
    wait(24 * 3600_000);
    expect(shown()).toHaveLength(1);
    show('success', 'made', 'making');
    expect(shown()).toEqual([expect.stringContaining('made')]);
    wait(3000);
    expect(shown()).toHaveLength(0);
    show('progress', 'more');
    act(() => document.querySelector('li')?.querySelector('button')?.click());
    expect(shown()).toHaveLength(0);
  });

  it('three notices show at once; the next begins its time when it appears', () => {
    for (const title of ['1', '2', '3', '4']) show('info', title);
    expect(shown()).toHaveLength(3);
    wait(3000);
    expect(shown()).toEqual([expect.stringContaining('4')]);
    wait(2999);
    expect(shown()).toHaveLength(1);
    wait(1);
    expect(shown()).toHaveLength(0);
  });

  it('notices of progress do not hold back an error', () => {
    for (const title of ['1', '2', '3']) show('progress', title);
    show('error', 'bad');
    const visible = visibleNotices(noticeStore.get().notices).map(({ title }) => title);
    expect(visible).toHaveLength(3);
    expect(visible).toContain('bad');
  });

  it('each type of notice shows with an icon of its own [notif.types]', () => {
    const icons = (['warning', 'error', 'info', 'success', 'progress'] as const).map((type) => {
      show(type);
      const icon = document.querySelector('.pf-v6-c-alert__icon')?.innerHTML ?? '';
      act(() => noticeStore.set({ notices: [] }));
      return icon;
    });
    expect(icons.every((icon) => icon.includes('<svg'))).toBe(true);
    expect(new Set(icons).size).toBe(5);
    expect(KINDS).toContain('all');
    expect((['warning', 'error', 'info', 'success', 'progress'] as const).map((type) => isOfKind({ type }, 'all'))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });

  it('a notice has a close button, except for an info', () => {
    for (const type of ['info', 'error'] as const) show(type);
    expect([...document.querySelectorAll('li')].map((item) => item.querySelector('button') !== null)).toEqual([false, true]);
  });
});
