import type { NodeServers, ServerOnNode } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { WORD_TONES } from '@gantry/contract/nouns/servers/statuses';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Link } from '@tanstack/react-router';
import { useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { listFormat } from '../../../ui/format.ts';
import { cssPercent } from '../../../ui/show/css-percent.ts';
import { formatSize, fromMib } from '../../../ui/show/format-size.ts';
import { useUiText } from '../../../ui/text.ts';
import { stateOf } from './state-of.ts';
import { placesOf, type Place } from './treemap.ts';
import { useRoving } from './use-roving.ts';

/** Width of the room by its height where a node is as large as the largest; as in `map.css`. */
const RATIO = 2;

const NO_SERVERS: readonly ServerOnNode[] = [];

const styleOf = ({ start, top, width, height }: Place): CSSProperties => ({
  insetInlineStart: cssPercent(start),
  insetBlockStart: cssPercent(top),
  inlineSize: cssPercent(width),
  blockSize: cssPercent(height),
});

interface BlocksProps {
  node: ComputeNode;
  /** Undefined while it is read. */
  on: NodeServers | undefined;
  /** Its memory as a part of that of the largest node: 0 to 1. */
  share: number;
  peeked: string | undefined;
  onPeek(id: string | undefined): void;
}

/** The virtual machines of a node by their memory, within the memory of the node, which is as high as it is large. */
export function Blocks({ node: { name, host, statistics }, on, share, peeked, onPeek }: BlocksProps) {
  const { t, i18n } = useTranslation('nodes');
  const { t: ui } = useUiText();
  const { vm_mem_capacity: capacity, vm_mem_reserved: reserved } = statistics.compute;
  const { language: locale } = i18n;
  const servers = on?.servers ?? NO_SERVERS;
  const others = on ? on.count - servers.length : 0;
  const drawn = servers.reduce((sum, { ram }) => sum + fromMib(ram), 0);
  // What is not drawn leaves its room free.
  const used = capacity > 0 ? Math.min(1, Math.max(drawn, reserved) / capacity) : 1;
  const room = Math.max(drawn, reserved);
  const filled = room > 0 ? (used * drawn) / room : 0;
  const places = useMemo(
    () =>
      placesOf(
        servers.map(({ ram }) => Math.max(1, ram)),
        RATIO / (share * filled),
      ),
    [servers, filled, share],
  );
  const roving = useRoving(servers.length, locale);
  const size = { '--gantry-node-share': share } as CSSProperties;
  if (!on) return <Skeleton className="gantry-node-room" style={size} screenreaderText={ui('loading')} />;
  return (
    <>
      <div className="gantry-node-room" style={size}>
        <div className="gantry-node-used" style={{ blockSize: cssPercent(used) }} />
        <div
          className="gantry-node-blocks"
          style={{ blockSize: cssPercent(filled) }}
          role="toolbar"
          tabIndex={-1}
          aria-label={t('map.servers', { name })}
          onKeyDown={roving.onKeyDown}
        >
          {servers.map((server, index) => {
            const state = stateOf(server);
            const label = t('map.server', {
              name: server.name || server.id,
              state: t(`map.state.${state}`),
              size: listFormat(locale, { type: 'unit' }).format([
                formatSize(fromMib(server.ram), locale),
                t('vcpus', { count: server.vcpus }),
              ]),
            });
            return (
              <button
                key={server.id}
                type="button"
                className="gantry-node-block"
                data-state={state}
                data-tone={WORD_TONES[state]}
                {...(server.id === peeked && { 'data-peeked': true })}
                aria-pressed={server.id === peeked}
                aria-label={label}
                title={label}
                style={styleOf(places[index]!)}
                onClick={() => onPeek(server.id === peeked ? undefined : server.id)}
                {...roving.of(index)}
              >
                <bdi aria-hidden>{server.name || server.id}</bdi>
              </button>
            );
          })}
        </div>
      </div>
      {on.count === 0 && <p className="gantry-subtle">{t('servers.none')}</p>}
      {others > 0 && (
        <Link to="/compute/instances" search={{ host: `in:${host}` } as never}>
          {t('map.more', { count: others })}
        </Link>
      )}
    </>
  );
}
