/** Lets VPN connections connect: so many tries, ever further apart, and looks whether the peer of one that is up is still there. */
import { vpnServiceKind } from '@gantry/contract/nouns/vpn-services/entity';
import { isVpnInProgress, type VpnStatus } from '@gantry/contract/nouns/vpn-connections/statuses';
import type { VpnEvent } from '@gantry/contract/nouns/vpn-connections/values';
import { isIPv6 } from '@gantry/contract/nouns/vpn-connections/versions';
import type { VpnConnectionDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import type { Work } from '../../../engines/embedded/platform/work.ts';
import { instantOf } from '../../../port/clock.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { connectionsBy } from '../shared/places.ts';
import { outcomeOf, type Side } from './outcome.ts';
import { sourceOf } from './parts.ts';

/** Tries of a connection that nobody changes or restarts; the time between two of them doubles from the first to the last. Seconds. */
const TRIES = { most: 10, first: 5, last: 300 } as const;
/** Events that are kept of each. */
const LOGGED = 20;
/** Services at one address that are looked at. */
const MOST = 10;

const ABOUT = 'key of VPN connection';

const after = (from: number, seconds: number) => instantOf(from + seconds * 1000);

/** Keeps the key that a connection shares with its peer; nobody reads it but who compares both. */
export const keepKey = (platform: Platform, writer: Writer, id: string, psk: string): Promise<void> =>
  platform.buckets.vpnKeys.put(writer.records, id, platform.store.opaque.seal(psk, `${ABOUT} ${id}`));

/** Lets a connection begin to connect; one that only answers waits for its peer. */
export async function connectSoon(platform: Platform, writer: Writer, { id, initiator }: VpnConnectionDocument): Promise<void> {
  if (initiator === 'response-only') return platform.buckets.vpnTries.remove(writer.records, id);
  const due = instantOf(platform.clock.now() + platform.settings.timings.vpn);
  await platform.buckets.vpnTries.put(writer.records, id, { does: 'connect', tries: 0 }, due);
}

/** One side of a tunnel, with all that the other one would hear of; undefined where something of it is gone. */
async function sideOf(platform: Platform, writer: Writer, connection: VpnConnectionDocument): Promise<Side | undefined> {
  const sealed = await platform.buckets.vpnKeys.get(writer.records, connection.id);
  const psk = sealed === undefined ? undefined : platform.store.opaque.open(sealed, `${ABOUT} ${connection.id}`);
  const ike = await platform.document(writer, 'vpn_ike_policy', connection.ikepolicy_id);
  const ipsec = await platform.document(writer, 'vpn_ipsec_policy', connection.ipsecpolicy_id);
  return psk === undefined || !ike || !ipsec ? undefined : { connection, psk, ike, ipsec };
}

/** The network outside that a connection's router is in. */
const outsideOf = async (platform: Platform, writer: Writer, { router_id: id }: VpnConnectionDocument): Promise<string | undefined> =>
  id === null ? undefined : (await platform.document(writer, 'router', id))?.external_gateway_info?.network_id;

/** Connections that a connection and its own peer name each other by: at the peer's address, to this side's. */
async function peersOf(platform: Platform, writer: Writer, connection: VpnConnectionDocument): Promise<VpnConnectionDocument[]> {
  const { peer_address: peer, local_address: own } = connection;
  const { rows } = await platform.store.read.list({
    kind: vpnServiceKind,
    visibility: EVERYTHING,
    filters: { [isIPv6(peer) ? 'address_v6' : 'address']: { operator: 'is', values: [peer] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  const outside = await outsideOf(platform, writer, connection);
  const found: VpnConnectionDocument[] = [];
  for (const { id } of rows)
    for (const one of await connectionsBy(sourceOf(platform, writer), 'service', id)) {
      const now = await platform.document(writer, 'vpn_connection', one.id);
      if (!now || now.id === connection.id || now.peer_address !== own || isVpnInProgress(now.status)) continue;
      if ((await outsideOf(platform, writer, now)) === outside) found.push(now);
    }
  return found;
}

/** What a try comes to: the peer that it reaches, the best of those that there are. */
async function reach(
  platform: Platform,
  writer: Writer,
  connection: VpnConnectionDocument,
): Promise<{ event: VpnEvent; peer?: VpnConnectionDocument }> {
  const own = await sideOf(platform, writer, connection);
  let event: VpnEvent = 'no_answer';
  for (const peer of await peersOf(platform, writer, connection)) {
    const other = await sideOf(platform, writer, peer);
    if (!own || !other) continue;
    event = outcomeOf(own, other);
    if (event === 'established') return { event, peer };
  }
  return { event };
}

/** A connection with these events on top of its log. */
function logged(
  platform: Platform,
  connection: VpnConnectionDocument,
  status: VpnStatus,
  events: readonly VpnEvent[],
): VpnConnectionDocument {
  const fresh = events.map((event) => ({ at: platform.now(), event }));
  return { ...connection, status, log: [...fresh.toReversed(), ...(connection.log ?? [])].slice(0, LOGGED) };
}

async function establish(platform: Platform, writer: Writer, sides: readonly VpnConnectionDocument[]): Promise<void> {
  for (const side of sides) {
    if (side.status !== 'ACTIVE') await putOwned(platform, writer, 'vpn_connection', logged(platform, side, 'ACTIVE', ['established']));
    await platform.buckets.vpnTries.remove(writer.records, side.id);
  }
}

/** One try of a connection, of which `before` have failed; `due`: when it was to be made, in milliseconds. */
export async function connect(
  platform: Platform,
  writer: Writer,
  connection: VpnConnectionDocument,
  { before, due }: { before: number; due: number },
): Promise<void> {
  const { event, peer } = await reach(platform, writer, connection);
  if (peer) return establish(platform, writer, [connection, peer]);
  const tries = before + 1;
  const isLast = tries >= TRIES.most;
  await putOwned(platform, writer, 'vpn_connection', logged(platform, connection, 'DOWN', isLast ? [event, 'gave_up'] : [event]));
  const { vpnTries } = platform.buckets;
  if (isLast) return vpnTries.remove(writer.records, connection.id);
  const seconds = Math.min(TRIES.last, TRIES.first * 2 ** before);
  return vpnTries.put(writer.records, connection.id, { does: 'connect', tries }, after(due, seconds));
}

/** A look whether the peer is still there, as dead peer detection has it. */
async function look(platform: Platform, writer: Writer, connection: VpnConnectionDocument): Promise<void> {
  const { peer } = await reach(platform, writer, connection);
  await platform.buckets.vpnTries.remove(writer.records, connection.id);
  if (peer?.status === 'ACTIVE' || connection.status !== 'ACTIVE') return;
  const down = logged(platform, connection, 'DOWN', ['no_answer']);
  await putOwned(platform, writer, 'vpn_connection', down);
  if (connection.dpd.action === 'restart') await connectSoon(platform, writer, down);
}

/** The peers of a connection that goes down, or away: each notices it after its timeout, unless it does not look. */
export async function leavePeers(platform: Platform, writer: Writer, connection: VpnConnectionDocument): Promise<void> {
  if (connection.status !== 'ACTIVE') return;
  for (const { id, status, dpd } of await peersOf(platform, writer, connection))
    if (status === 'ACTIVE' && dpd.action !== 'disabled')
      await platform.buckets.vpnTries.put(writer.records, id, { does: 'look' }, after(platform.clock.now(), dpd.timeout));
}

/** What is due of that, for the driver. */
export const connectingOf = (platform: Platform): Work => {
  const { vpnTries } = platform.buckets;
  const carryOn = (id: string, due: number): Promise<void> =>
    platform.change(async (writer) => {
      const next = await vpnTries.get(writer.records, id);
      const connection = await platform.document(writer, 'vpn_connection', id);
      if (!next || !connection || isVpnInProgress(connection.status)) return vpnTries.remove(writer.records, id);
      return next.does === 'look' ? look(platform, writer, connection) : connect(platform, writer, connection, { before: next.tries, due });
    });
  return {
    due: async (now, limit) => {
      const found = await vpnTries.due(platform.store.records, now, limit);
      return found.map((one) => () => carryOn(one.key, Date.parse(one.due)));
    },
    nextDue: () => vpnTries.nextDue(platform.store.records),
  };
};
