import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { useLoginLink } from './use-login-link.ts';

/** Where the users of a domain sign in, once that is known. */
export function LoginLink({ domain }: { domain: { id: string } }) {
  const { t } = useTranslation('domains');
  const link = useLoginLink()(domain);
  return link !== undefined && <CopyText text={link} label={t('login-link')} />;
}
