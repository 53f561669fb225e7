import { api, type ApiCall } from '../../../app/api/calls.ts';
import type { TaskCall } from '../../../app/resource/section.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import type { NetworkDraft, NetworkType, NetworkWanted } from '../network-draft.ts';

/** The form of a new network. */
export type NetworkForm = SchemaForm<NetworkDraft, NetworkWanted>;

/** What makes a network of each type. */
export const CALLS: Readonly<Record<NetworkType, ApiCall<TaskCall>>> = {
  private: api.networks.createPrivate,
  public: api.networks.createPublic,
  vlan: api.networks.createVlan,
};

/** How the types are called elsewhere. */
export const TYPES = { private: 'vxlan', public: 'flat', vlan: 'vlan' } as const satisfies Record<NetworkType, string>;
