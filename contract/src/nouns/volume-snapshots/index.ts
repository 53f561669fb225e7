import type { Noun } from '../noun.ts';
import { volumeSnapshotCalls } from './calls.ts';
import { volumeSnapshotKind } from './entity.ts';

export const volumeSnapshots = { kinds: [volumeSnapshotKind], calls: volumeSnapshotCalls } satisfies Noun;
