import { useEffect } from 'react';
import { useStore } from '../store.ts';
import { NoticeAlert } from './notice-alert.tsx';
import { dismiss, noticeStore, type Notice } from './notices.ts';
import { keepRoom } from './room.ts';
import { durationOf, hasClose, visibleNotices } from './pop-ups.ts';

/** The notices that are on the screen. A chunk of its own: most pages never show one. */
export function NoticeItems() {
  const notices = useStore(noticeStore, (state) => state.notices);
  useEffect(() => {
    const stack = document.querySelector<HTMLElement>('.gantry-notices');
    return stack ? keepRoom(stack) : undefined;
  }, []);
  return visibleNotices(notices).map((notice) => <NoticeItem key={`${notice.id} ${notice.version}`} notice={notice} />);
}

/** Its time runs while it is on the screen (decision E5). */
function NoticeItem({ notice }: { notice: Notice }) {
  const { id, type, title, message, actions, progress } = notice;
  const duration = durationOf(notice);
  useEffect(() => {
    if (duration === null) return;
    const timer = setTimeout(() => dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <li>
      <NoticeAlert
        type={type}
        title={title}
        actions={actions}
        progress={progress}
        onAction={() => dismiss(id)}
        onClose={hasClose(notice) ? () => dismiss(id) : undefined}
      >
        {message}
      </NoticeAlert>
    </li>
  );
}
