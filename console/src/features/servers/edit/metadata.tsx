import { SERVER_LIMITS } from '@gantry/contract/constants';
import { metadataKey, metadataValue, serverTags } from '@gantry/contract/nouns/servers/metadata';
import { isMetadataChangeable } from '@gantry/contract/nouns/servers/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useObstacle } from '../reasons.ts';
import { tagsIn, tagsText } from '../../../ui/form/tags.ts';
import type { EditBodyProps } from './subjects.ts';
import { ServerDialog } from '../server-dialog.tsx';
import { WordsFields } from '../../../app/form/words-fields.tsx';

/** Blanks around a key are taken away; without a key a row says so in its own words. */
const key = z.string().trim().min(1, { error: 'pair_key', abort: true }).pipe(metadataKey);
const pair = z.object({ key, value: metadataValue });
/** Rows as they are typed, which become all of the metadata; and the tags, where they are others than `now`. */
const schemaFrom = (now: readonly string[]) =>
  z
    .object({
      metadata: z
        .array(pair)
        .max(SERVER_LIMITS.metadata, { error: 'too_many' })
        .refine((pairs) => new Set(pairs.map(({ key }) => key)).size === pairs.length, { error: 'pair_twice' }),
      tags: z.string().transform(tagsIn).pipe(serverTags),
    })
    .transform(({ metadata: pairs, tags }) => ({
      metadata: Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
      ...(tagsText(tags.toSorted()) !== tagsText(now.toSorted()) && { tags }),
    }));

/** Keys and values that the cloud keeps with a server, and that the guest can read; and the words by which people find it again. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  const [schema] = useState(() => schemaFrom(server.tags));
  return (
    <ServerDialog
      server={server}
      call={api.servers.update}
      schema={schema}
      defaults={{ metadata: Object.entries(server.metadata).map(([key, value]) => ({ key, value })), tags: tagsText(server.tags) }}
      wide
      label={title}
      intro={t('edit.metadata-body')}
      submitLabel={t('edit.save')}
      obstacle={useObstacle(isMetadataChangeable, server)}
      onClose={onClose}
    >
      {(form) => <WordsFields form={form} tags="tags" metadata="metadata" />}
    </ServerDialog>
  );
}
