import { DEFAULT_DISTRO } from '@gantry/contract/nouns/images/formats';
import type { ImageDocument } from '../../../engines/embedded/platform/documents.ts';

/** What an image is of which nothing else is said. */
export const newImage = {
  description: null,
  container_format: 'bare',
  virtual_size: null,
  min_disk: 0,
  min_ram: 0,
  os_type: null,
  os_distro: DEFAULT_DISTRO,
  username: null,
  hw_firmware_type: null,
  tags: [],
  traits: [],
  protected: false,
  restricted: false,
  visibility: 'private',
  os_hash_algo: null,
  os_hash_value: null,
  members: [],
  offer: null,
} as const satisfies Partial<ImageDocument>;
