import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { ApiError } from '../../app/api/errors.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { notify } from '../../app/notify/notices.ts';

interface RevokeQuestionProps {
  title: string;
  body: string;
  confirm: string;
  /** Said once it is revoked. */
  said: string;
  pending: boolean;
  error: ApiError | null;
  revoke(then: { onSuccess(): void; onError(error: ApiError): void }): void;
  onDone(): void;
  onClose(): void;
}

/** Asks before what opens the API or the cloud to a program is revoked. */
export function RevokeQuestion({ title, body, confirm, said, pending, error, revoke, onDone, onClose }: RevokeQuestionProps) {
  const describe = useFailure();
  const done = () => {
    notify({ type: 'success', title: said });
    onDone();
  };
  return (
    <ConfirmDialog
      title={title}
      body={body}
      confirm={confirm}
      danger
      pending={pending}
      failure={error ? describe(error) : undefined}
      onConfirm={() =>
        revoke({
          onSuccess: done,
          // One that is gone meanwhile is what was wanted.
          onError: (failure) => {
            if (failure.kind === 'not-found') done();
          },
        })
      }
      onClose={onClose}
    />
  );
}
