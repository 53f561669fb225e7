import type { Reboot } from '@gantry/contract/nouns/servers/calls';
import type { Parts } from './parts.ts';
import { serverAction } from './server-action.ts';

export const startServer = (parts: Parts) => serverAction(parts, { name: 'start', body: () => ({ 'os-start': null }) });

export const stopServer = (parts: Parts) => serverAction(parts, { name: 'stop', body: () => ({ 'os-stop': null }) });

export const rebootServer = (parts: Parts) => serverAction<Reboot>(parts, { name: 'reboot', body: ({ type }) => ({ reboot: { type } }) });
