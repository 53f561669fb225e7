import { CERTIFICATE_EXTENSIONS, KEY_EXTENSIONS } from '@gantry/contract/wire/forms';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { TlsDraft } from './pool-draft.ts';
import { PartFileText } from './part-controls.tsx';
import { PassphraseField } from './passphrase-field.tsx';
import { usePart } from './use-part.ts';

const filesOf = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`).join(',');
const CERTIFICATES = `${filesOf(CERTIFICATE_EXTENSIONS)},application/x-pem-file,application/x-x509-ca-cert`;
const KEYS = `${filesOf(KEY_EXTENSIONS)},application/x-pem-file`;

/** What the balancer speaks TLS with: what the server finds wrong stands at its part. */
export function TlsFields<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('load-balancer-pools');
  const { t: resource } = useTranslation('resource');
  const { value: tls, marks, onChange } = usePart<TlsDraft | undefined, I, O>(form, 'tls' as FieldPath<I>);
  const { certificate = '', private_key: key = '', passphrase = '', client_ca: authority = '' } = tls ?? {};
  const change = (part: Partial<TlsDraft>) => onChange({ certificate, private_key: key, passphrase, client_ca: authority, ...part });
  const file = (accept: string, limit: number) => ({ label: resource('read-file'), accept, limit, binary: true });
  return (
    <>
      <PartFileText
        label={t('tls.certificate')}
        helper={t('tls.certificate-helper')}
        required
        value={certificate}
        error={marks['certificate'] ?? marks['']}
        onChange={(text) => change({ certificate: text })}
        file={file(CERTIFICATES, POOL_LIMITS.pem)}
      />
      <PartFileText
        label={t('tls.key')}
        required
        value={key}
        error={marks['private_key']}
        onChange={(text) => change({ private_key: text })}
        file={file(KEYS, POOL_LIMITS.key)}
      />
      <PassphraseField value={passphrase} error={marks['passphrase']} onChange={(text) => change({ passphrase: text })} />
      <PartFileText
        label={t('tls.client-ca')}
        helper={t('tls.client-ca-helper')}
        value={authority ?? ''}
        error={marks['client_ca']}
        onChange={(text) => change({ client_ca: text })}
        file={file(CERTIFICATES, POOL_LIMITS.pem)}
      />
    </>
  );
}
