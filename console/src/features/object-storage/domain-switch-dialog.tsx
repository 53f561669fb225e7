import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { readOptions } from '../../app/api/queries.ts';
import { waitForTask } from '../../app/api/wait-for-task.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { refreshUsers } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';

type Domain = { id: string; name: string };

interface DomainSwitchDialogProps {
  /** Undefined: it is asked for. */
  domain: Domain | undefined;
  onClose(): void;
}

/** Lets the users of a domain use object storage, or not any more: asks for the domain where it is not known, then whether. */
export function DomainSwitchDialog({ domain, onClose }: DomainSwitchDialogProps) {
  const { t } = useTranslation('object-storage');
  const [chosen, setChosen] = useState(domain);
  const options = useOptions(api.domains.list, 'name:asc', 'name', {}, domain === undefined);
  if (chosen) return <Switch domain={chosen} onClose={onClose} />;
  return <ChooseDialog title={t('overview.switch')} label={t('users.domain')} options={options} onChosen={setChosen} onClose={onClose} />;
}

function Switch({ domain: { id, name }, onClose }: { domain: Domain; onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const state = useQuery({
    ...readOptions(useScopeKey(), api.objectStorage.domain, { params: { domainId: id } }),
    staleTime: 0,
    gcTime: 0,
  });
  const command = useCommand(api.objectStorage.switchDomain);
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const isOn = state.data?.enabled;
  const run = async () => {
    setPending(true);
    setError(undefined);
    try {
      const { task_id: taskId } = await command.mutateAsync({ params: { domainId: id }, body: { enabled: isOn !== true } });
      await waitForTask(taskId);
      await refreshUsers(queryClient);
      onClose();
    } catch (failed) {
      setError(failed);
    } finally {
      setPending(false);
    }
  };
  const failed = error ?? state.error ?? undefined;
  return (
    <ConfirmDialog
      title={t(isOn === false ? 'overview.enable-for' : 'overview.disable-for', { name })}
      body={t(isOn === false ? 'overview.enable-body' : 'overview.disable-body')}
      confirm={t(isOn === false ? 'key.enable' : 'key.disable')}
      danger={isOn !== false}
      obstacle={isOn === undefined && !state.error ? t('files.loading') : undefined}
      pending={isPending}
      failure={failed === undefined ? undefined : describe(failed)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
