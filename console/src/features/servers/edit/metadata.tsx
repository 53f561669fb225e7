import { metadataKey, metadataValue } from '@gantry/contract/nouns/servers/metadata';
import { isMetadataChangeable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { PairsField } from '../../../ui/form/pairs-field.tsx';
import { useObstacle } from '../reasons.ts';
import type { EditBodyProps } from './subjects.ts';
import { ServerDialog } from '../server-dialog.tsx';

/** Blanks around a key are taken away; without a key a row says so in its own words. */
const key = z.string().trim().min(1, { error: 'pair_key', abort: true }).pipe(metadataKey);
const pair = z.object({ key, value: metadataValue });
/** Rows as they are typed, which become all of the metadata. */
const schema = z
  .object({
    pairs: z.array(pair).refine((pairs) => new Set(pairs.map(({ key }) => key)).size === pairs.length, { error: 'pair_twice' }),
  })
  .transform(({ pairs }) => ({ metadata: Object.fromEntries(pairs.map(({ key, value }) => [key, value])) }));

/** Keys and values that the cloud keeps with a server, and that the guest can read. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.update}
      schema={schema}
      defaults={{ pairs: Object.entries(server.metadata).map(([key, value]) => ({ key, value })) }}
      wide
      label={title}
      intro={t('edit.metadata-body')}
      submitLabel={t('edit.save')}
      obstacle={useObstacle(isMetadataChangeable, server)}
      onClose={onClose}
    >
      {(form) => (
        <PairsField
          form={form}
          name="pairs"
          label={t('field.metadata')}
          texts={{ key: t('edit.pair-key'), value: t('edit.pair-value'), add: t('edit.pair-add') }}
        />
      )}
    </ServerDialog>
  );
}
