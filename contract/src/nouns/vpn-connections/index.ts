import type { Noun } from '../noun.ts';
import { vpnConnectionCalls } from './calls.ts';
import { vpnConnectionKind } from './entity.ts';
import { vpnFieldTexts } from './problems.ts';

export const vpnConnections = { kinds: [vpnConnectionKind], calls: vpnConnectionCalls, fieldTexts: vpnFieldTexts } satisfies Noun;
