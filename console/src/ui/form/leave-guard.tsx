import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { useUiText } from '../text.ts';

interface LeaveGuardProps {
  /** Whether leaving loses something, asked at the moment of leaving. */
  wouldLose(): boolean;
  /** Address at which it stays, and with it all below: windows over it. Absent: each other address leaves it. */
  stays?: string | undefined;
  /** Gets whether the question is open, to hide a dialog below it. */
  children(isAsking: boolean): React.ReactNode;
}

/** Asks before typed data is left behind: by a link, by Back, by Cancel. Reload and closing the tab are asked by the browser itself. */
export function LeaveGuard({ wouldLose, stays, children }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next: { pathname } }) => !(stays !== undefined && isWithin(pathname, stays)) && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  });
  const isAsking = status === 'blocked';
  return (
    <>
      {children(isAsking)}
      {isAsking && <LeaveDialog onLeave={proceed} onStay={reset} />}
    </>
  );
}

/** Whether an address is another one, or lies below that. */
const isWithin = (pathname: string, address: string): boolean => pathname === address || pathname.startsWith(`${address}/`);

/** Asks whether what was typed may be lost. */
export function LeaveDialog({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  const { t } = useUiText();
  return (
    <ConfirmDialog
      title={t('leave.title')}
      body={t('leave.body')}
      confirm={t('leave.confirm')}
      cancel={t('leave.stay')}
      danger
      pending={false}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
