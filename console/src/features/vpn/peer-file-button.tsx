import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../ui/save-file.ts';
import { peerFile, type PeerFacts } from './peer-file.ts';

/** Saves the settings that the other side needs. */
export function PeerFileButton({ facts }: { facts: PeerFacts }) {
  const { t } = useTranslation('vpn');
  const save = () => saveFile(`${facts.name.trim() || 'vpn'}.txt`, [peerFile(facts, t)], 'text/plain;charset=utf-8');
  return (
    <Button variant="link" isInline icon={<DownloadIcon />} onClick={save} isDisabled={!facts.ike || !facts.ipsec}>
      {t('file.action')}
    </Button>
  );
}
