import { isConsolable, isStopped } from '@gantry/contract/nouns/servers/rules';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { TerminalIconConfig } from '@patternfly/react-icons/dist/esm/icons/terminal-icon';
import { Link } from '@tanstack/react-router';
import type { ViewContext } from '../../../app/view/context.ts';
import { addressesOf } from '../../../parts/servers/addresses.ts';
import { numberFormat } from '../../../ui/format.ts';
import { formatSize, fromMib } from '../../../ui/show/format-size.ts';
import { glyphOf } from '../../../ui/show/glyph.tsx';
import { ShareBar } from '../../../ui/show/share-bar.tsx';
import { shareOf } from '../../../ui/show/share-of.ts';
import { DETAILS } from '../paths.ts';
import { showScreen } from '../screen/address.ts';

interface CellProps {
  server: Server;
  context: ViewContext<'servers'>;
}

/** What is off, or not there yet, uses nothing: a zero would look measured. A paused one keeps its memory. */
const isOff = (server: Server): boolean => server.status === 'BUILD' || (isStopped(server) && server.status !== 'PAUSED');
/** In per cent; null where it is not known. */
export const cpuUsage = (server: Server) => (isOff(server) ? null : server.statistics.metrics.cpu_usage);
/** In bytes, as the storage; null where it is not known. */
export const ramUsage = (server: Server) => (isOff(server) ? null : server.statistics.metrics.mem_usage);
export const storageUsed = ({ statistics }: Server) => statistics.metrics.block_usage;
export const storageCapacity = ({ statistics }: Server) => statistics.metrics.block_capacity;

const UNKNOWN = '–';

const SCREEN = glyphOf(TerminalIconConfig);

/** A size in GiB. */
export const sizeText = (bytes: number | null, locale: string): string => (bytes === null ? UNKNOWN : formatSize(bytes, locale, 'GiB'));

/** What a server uses of something, in per cent. */
function partOf(used: number | null, whole: number, language: string) {
  const share = shareOf(used, whole);
  return (
    <ShareBar share={share}>
      {share === null ? UNKNOWN : numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)}
    </ShareBar>
  );
}

export const CpuShare = ({ server, context: { language } }: CellProps) => partOf(cpuUsage(server), 100, language);
export const RamShare = ({ server, context: { language } }: CellProps) => partOf(ramUsage(server), fromMib(server.flavor.ram), language);

/** What its volumes hold of what they have. */
export function StorageShare({ server, context: { t, language } }: CellProps) {
  const [used, capacity] = [storageUsed(server), storageCapacity(server)];
  return (
    <ShareBar share={shareOf(used, capacity)}>
      {used === null && capacity === null
        ? UNKNOWN
        : t('list.used-of', { used: sizeText(used, language), capacity: sizeText(capacity, language) })}
    </ShareBar>
  );
}

/** The name, with the way to its page and the button that opens its screen, for who may use it. */
export function ServerName({ server, consoles, context: { t } }: CellProps & { consoles: boolean }) {
  const { id, name } = server;
  const label = t('list.console', { name });
  return (
    <span className="gantry-row-name">
      <Link to={DETAILS} params={{ serverId: id }} className="gantry-name" title={name}>
        <bdi>{name}</bdi>
      </Link>
      {consoles && isConsolable(server) === true && (
        <button type="button" className="gantry-row-button" aria-label={label} title={label} onClick={() => showScreen(id)}>
          {SCREEN}
        </button>
      )}
    </span>
  );
}

/** The first address, and how many more there are. */
export function Addresses({ server, context: { t } }: CellProps) {
  const [first, ...others] = addressesOf(server);
  return (
    <span className="gantry-nowrap">
      <bdi dir="ltr">{first}</bdi>
      {others.length > 0 && (
        <span className="gantry-subtle" title={others.join(', ')}>
          {' '}
          {t('list.more-addresses', { count: others.length })}
        </span>
      )}
    </span>
  );
}
