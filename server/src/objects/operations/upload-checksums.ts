/** The checksum of an object that is made of parts. */
import type { PartRow, UploadRow } from '../../port/store/objects.ts';
import { takeTurn } from '../../turns/turns.ts';
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { isJoinable, joinerOf } from '../wire/checksum-join.ts';
import { algorithmOf, ALGORITHM_HEADER, checksumIn, checksumOf, headerOf, TYPE_HEADER } from '../wire/checksums.ts';
import { wantedChecksum } from './headers.ts';

/** `x-amz-checksum-crc32`, and whether it is of all bytes. */
interface UploadChecksum {
  header: string;
  isWhole: boolean;
}

/** One that is by nature of all bytes. */
const ALWAYS_WHOLE = 'x-amz-checksum-crc64nvme';
const TYPES = { COMPOSITE: false, FULL_OBJECT: true } as const;

/** What a new upload says of its checksum, as headers that are kept with it and told. Throws InvalidRequest. */
export function uploadChecksumHeaders(headers: Exchange['headers']): Record<string, string> {
  const header = wantedChecksum(headers);
  const said = headers[TYPE_HEADER];
  if (header === undefined) {
    if (said !== undefined) throw new S3Error('InvalidRequest', 'A type of checksum needs an algorithm.', { ArgumentName: TYPE_HEADER });
    return {};
  }
  const type = said ?? (header === ALWAYS_WHOLE ? 'FULL_OBJECT' : 'COMPOSITE');
  const isPossible = type === 'FULL_OBJECT' ? isJoinable(header) : type === 'COMPOSITE' && header !== ALWAYS_WHOLE;
  if (!isPossible) throw new S3Error('InvalidRequest', `There is no checksum of the type ${type} by ${algorithmOf(header)}.`);
  return { [ALGORITHM_HEADER]: algorithmOf(header), [TYPE_HEADER]: type };
}

/** The checksum that an upload said its object is to have. */
export function checksumOfUpload({ headers }: Pick<UploadRow, 'headers'>): UploadChecksum | undefined {
  const header = headerOf(headers[ALGORITHM_HEADER] ?? '');
  return header === undefined ? undefined : { header, isWhole: TYPES[headers[TYPE_HEADER] as keyof typeof TYPES] };
}

/** Throws InvalidRequest where a part has another checksum than its upload. */
export function assertOfUpload(upload: UploadChecksum | undefined, headers: Exchange['headers']): void {
  const sent = checksumIn(headers)?.[0] ?? headers['x-amz-trailer']?.trim().toLowerCase();
  if (upload && sent?.startsWith('x-amz-checksum-') && sent !== upload.header)
    throw new S3Error('InvalidRequest', `The checksum of this upload is ${algorithmOf(upload.header)}.`);
}

/** The checksum of all parts together, as headers of the object. Parts have one each. */
export async function joinedChecksum({ header, isWhole }: UploadChecksum, parts: readonly PartRow[]): Promise<Record<string, string>> {
  const values = parts.map(({ checksum }) => checksum ?? '');
  if (!isWhole) {
    const whole = checksumOf(header)!;
    for (const value of values) whole.update(Buffer.from(value, 'base64'));
    return { [header]: `${whole.digest()}-${parts.length}`, [TYPE_HEADER]: 'COMPOSITE' };
  }
  const join = joinerOf(header);
  let [joined = ''] = values;
  for (const [index, { size }] of parts.entries()) {
    if (index > 0) joined = join(joined, values[index]!, size);
    await takeTurn();
  }
  return { [header]: joined, [TYPE_HEADER]: 'FULL_OBJECT' };
}

/** Throws BadDigest where a request says another checksum of the whole, InvalidRequest where it says another type. */
export function assertSaid(joined: Readonly<Record<string, string>>, headers: Exchange['headers']): void {
  const said = checksumIn(headers);
  // Of some clients the number of parts is missing.
  if (said) {
    const value = joined[said[0]];
    if (value === undefined) throw new S3Error('InvalidRequest', 'The upload has no checksum of this kind.');
    if (said[1] !== value && said[1] !== value.replace(/-\d+$/, '')) throw new S3Error('BadDigest');
  }
  const type = headers[TYPE_HEADER];
  if (type !== undefined && type !== joined[TYPE_HEADER]) throw new S3Error('InvalidRequest', 'The type of checksum is another one.');
}
