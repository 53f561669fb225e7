import { one, text } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { imageCommands } from './commands.ts';
import { imageBytes } from './download.ts';
import { imageStrategy } from './strategy.ts';

/** Images; a member's change names the image it is a member of. */
export const images: CloudNoun = {
  strategy: ({ images: every }) => imageStrategy(every),
  notices: { image: ({ event, body }) => one('image', text(event.startsWith('image.member.') ? body['image_id'] : body['id'])) },
  commands: imageCommands,
  streams: (parts) => ({ 'image.bytes': imageBytes(parts) }),
};
