/** The text file for whoever sets up the other side: the same settings with both sides swapped, and never the key. */
import type { TFunction } from 'i18next';
import { algorithmsOf } from './algorithms.ts';

/** A policy as the file shows it. */
export interface PolicyOfFile {
  name: string;
  auth_algorithm: string;
  encryption_algorithm: string;
  pfs: string;
  /** Seconds. */
  lifetime: number;
  /** Of IKE. */
  version?: string;
}

/** What the file is made of, as this side has it. */
export interface PeerFacts {
  name: string;
  /** Of this side: where it is, and what it shows itself by. */
  address: string;
  id: string;
  peer_address: string;
  peer_id: string;
  local: readonly string[];
  remote: readonly string[];
  /** Undefined as long as they are not known. */
  ike: PolicyOfFile | undefined;
  ipsec: PolicyOfFile | undefined;
}

/** The text of the file: a line for each setting, as the other side has to enter it. */
export function peerFile(facts: PeerFacts, t: TFunction<'vpn'>): string {
  const lines = (policy: PolicyOfFile | undefined): [string, string][] => [
    [t('policy.algorithms'), policy ? algorithmsOf(policy) : ''],
    [t('field.lifetime'), policy ? t('seconds', { number: String(policy.lifetime) }) : ''],
  ];
  const sections: [string, [string, string][]][] = [
    [t('step.ike'), [[t('field.version'), facts.ike?.version ?? ''], ...lines(facts.ike)]],
    [t('step.ipsec'), lines(facts.ipsec)],
    [
      t('step.endpoints'),
      [
        [t('field.local'), facts.remote.join(', ')],
        [t('field.remote'), facts.local.join(', ')],
      ],
    ],
    [
      t('step.connection'),
      [
        [t('field.peer'), facts.address],
        [t('field.peer-id'), facts.id],
        [t('field.local-address'), facts.peer_address],
        [t('field.local-id'), facts.peer_id],
        [t('field.psk'), t('file.key')],
      ],
    ],
  ];
  const body = sections.map(([title, rows]) => [title, ...rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n'));
  return `${[t('file.title', { name: facts.name }), ...body].join('\n\n')}\n`;
}
