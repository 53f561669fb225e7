import { SERVER_LIMITS } from '@gantry/contract/constants';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isVolumeAttachable } from '@gantry/contract/nouns/servers/rules';
import { isOfProject } from '@gantry/contract/nouns/volumes/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounReason } from '../../app/resource/reason-text.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

interface ServerFieldProps<O> {
  form: SchemaForm<{ server_id: string }, O>;
  /** What it is given: those of its project. */
  volumes: readonly Volume[];
  onPick?(server: Server | undefined): void;
}

/** Chooses a server that may take one more volume. */
export function ServerField<O>({ form, volumes, onPick }: ServerFieldProps<O>) {
  const { t, i18n } = useTranslation('volumes');
  const reason = useNounReason('volumes');
  const servers = useOptions(api.servers.list, 'name:asc');
  const obstacleOf = (server: Server) => {
    if (!volumes.some((volume) => isOfProject(volume, server) === true)) return t('attach.other-project');
    const verdict = isVolumeAttachable(server);
    return verdict === true ? undefined : reason(verdict);
  };
  const free = (server: Server) => new Intl.NumberFormat(i18n.language).format(Math.max(0, SERVER_LIMITS.volumes - server.volumes.length));
  return (
    <ResourceField
      options={servers}
      form={form}
      name="server_id"
      label={t('attach.server')}
      cells={[{ label: t('attach.free'), of: free }]}
      obstacleOf={obstacleOf}
      {...(onPick && { onPick })}
    />
  );
}
