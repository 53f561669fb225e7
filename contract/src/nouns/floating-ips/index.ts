import type { Noun } from '../noun.ts';
import { floatingIpCalls } from './calls.ts';
import { floatingIpKind } from './entity.ts';
import { floatingIpFieldTexts } from './field-texts.ts';

export const floatingIps = { kinds: [floatingIpKind], calls: floatingIpCalls, fieldTexts: floatingIpFieldTexts } satisfies Noun;
