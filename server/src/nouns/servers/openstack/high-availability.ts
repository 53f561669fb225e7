/** Metadata key by which Masakari, OpenStack's service for it, knows servers that shall be brought up again when their node fails. */
const HA_KEY = 'HA_Enabled';

/** What that service takes for a yes. */
const YES = /^(1|t|true|on|y|yes)$/i;

type Metadata = Readonly<Record<string, string>>;

/** Whether a server shall be brought up again, and its metadata without the member that says so. */
export function readHa({ [HA_KEY]: said = '', ...metadata }: Metadata): { ha: boolean; metadata: Metadata } {
  return { ha: YES.test(said.trim()), metadata };
}

/** The member of a server's metadata that says so; none where nothing is asked. */
export const haMember = (wanted: boolean | undefined): Metadata => (wanted === undefined ? {} : { [HA_KEY]: wanted ? 'True' : 'False' });

/** That member as it is. */
export const haMemberOf = ({ [HA_KEY]: said }: Metadata): Metadata => (said === undefined ? {} : { [HA_KEY]: said });
