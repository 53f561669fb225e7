import { rebuildProblem } from '@gantry/contract/nouns/servers/boot-disk';
import { rebuildBody } from '@gantry/contract/nouns/servers/bodies';
import type { Image } from '@gantry/contract/nouns/images/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../../app/api/calls.ts';
import { fieldText } from '../../../../app/errors/failure.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { useUiText } from '../../../../ui/text.ts';
import { ImageField } from '../../../../parts/images/image-field.tsx';
import { ServerDialog } from '../../server-dialog.tsx';

/** The body, and the server's name typed once more. */
const schemaOf = (name: string) =>
  z
    .object({ image_id: rebuildBody.shape.image_id, typed: z.string().trim() })
    .refine(({ typed }) => typed === name, { error: 'phrase', path: ['typed'] })
    .transform(({ image_id }) => ({ image_id }));

/** GiB that the image has to fit into: of the boot volume, else of the flavor; 0 where neither says. */
const bootDisk = ({ volumes: [boot], flavor }: Server): number => boot?.size ?? flavor.disk;

/** Writes an image over the boot disk. */
export function RebuildDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const { t: shell } = useTranslation('shell');
  const { t: ui } = useUiText();
  const schema = useMemo(() => schemaOf(server.name), [server.name]);
  const tooBig = (image: Image): string | undefined => {
    const disk = bootDisk(server);
    if (image.min_ram > server.flavor.ram) return fieldText(shell, { code: 'flavor_too_small', params: { ram: image.min_ram } });
    const problem = rebuildProblem(image, disk);
    return problem && t('fields.image_too_large', problem.params);
  };
  return (
    <ServerDialog
      server={server}
      call={api.servers.rebuild}
      schema={schema}
      defaults={{ image_id: server.image?.id ?? '', typed: '' }}
      wide
      danger
      label={t('dialog.rebuild-title', { name: server.name })}
      intro={t('dialog.rebuild-body')}
      submitLabel={t('action.rebuild')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ImageField form={form} name="image_id" obstacleOf={tooBig} />
          <TextField form={form} name="typed" label={ui('confirm.type', { phrase: server.name })} required />
        </>
      )}
    </ServerDialog>
  );
}
