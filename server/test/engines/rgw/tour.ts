import type { Keyring } from '../../../src/port/service.ts';

/** What a gateway was asked, and what it answered. */
export interface Exchange {
  method: string;
  url: string;
  status: number;
  body: string;
}

export const ID = 'feedfacefeedface';
const PAIR = { accessKey: 'GANTRYTOURACCESSKEY1', secret: 'gantrytoursecretkey000000000000000000001' };

/** Every call of a keyring, some of them twice: the second one finds it done. */
export async function tour(keyring: Keyring): Promise<unknown> {
  await keyring.create({ id: ID, name: 'Tour & Co' });
  await keyring.create({ id: ID, name: 'Tour & Co' });
  await keyring.add(ID, PAIR);
  await keyring.add(ID, PAIR);
  await keyring.limit(ID, { bytes: 1_000_000, objects: null });
  await keyring.limit(ID, { bytes: null, objects: null });
  await keyring.suspend(ID, true);
  await keyring.suspend(ID, false);
  await keyring.remove(ID, PAIR.accessKey);
  await keyring.remove(ID, PAIR.accessKey);
  return keyring.usage();
}
