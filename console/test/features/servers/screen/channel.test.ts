import { describe, expect, it } from 'vitest';
import { ScreenChannel } from '../../../../src/features/servers/screen/channel.ts';
import { givenTicket, socketUrl } from '../../../../src/features/servers/screen/ticket.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

describe('the channel of a screen', () => {
  it('the channel of a screen keeps what arrives before somebody listens, in its order', async () => {
    const channel = new ScreenChannel(new WebSocket('ws://127.0.0.1:9/'));
    const heard: string[] = [];
    channel.take(bytes('RFB'));
    channel.onmessage = ({ data }) => void heard.push(new TextDecoder().decode(data));
    channel.take(bytes('next'));
    expect(heard).toEqual([]);
    await Promise.resolve();
    channel.take(bytes('last'));
    expect(heard).toEqual(['RFB', 'next', 'last']);
  });
});

describe('the ticket of an address', () => {
  const token = 'a'.repeat(43);

  it('the ticket of a console is taken from the fragment of the address, and no other text is a ticket', () => {
    expect(givenTicket(`#${token}`)?.token).toBe(token);
    expect(['', '#', '#short', `#${token}x`, `#${'ä'.repeat(43)}`].map(givenTicket)).toEqual(Array.from({ length: 5 }));
  });

  it('the ticket of a console is brought to the host that the page came from', () => {
    expect(socketUrl('/api/v2/compute/console/stream', 'https://cloud.example/compute/x')).toBe(
      'wss://cloud.example:443/api/v2/compute/console/stream',
    );
    expect(socketUrl('/api/v2/compute/console/stream', 'http://[::1]:8800/')).toBe('ws://[::1]:8800/api/v2/compute/console/stream');
  });
});
