import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consolePlace, streamUrl } from '../../../src/nouns/servers/console-url.ts';

describe('the address of a console', () => {
  it.each([
    ['wss://cloud.example/api/v2/compute/console/stream', ['cloud.example', 443, '', 'api/v2/compute/console/stream', true]],
    ['ws://10.0.0.1:8800/lca/stream?x=1', ['10.0.0.1', 8800, '', 'lca/stream?x=1', false]],
    ['http://127.0.0.1:6080/vnc_lite.html?path=%3Ftoken%3Dab-1', ['127.0.0.1', 6080, '', '?token=ab-1', false]],
    ['https://proxy/vnc_auto.html?token=ab-1', ['proxy', 443, '', '?token=ab-1', true]],
    ['https://proxy:6080/vnc.html?host=other&port=5901&password=p%26w&path=/a/b', ['other', 5901, 'p&w', 'a/b', true]],
    ['http://[::1]:6080/vnc.html#ticket', ['[::1]', 6080, '', 'websockify', false]],
  ])('the console address %s holds host, port, password and path [console.settings]', (url, [host, port, password, path, secure]) => {
    expect(consolePlace(url)).toEqual({ host, port, password, path, secure });
  });

  it.each(['', '/relative', 'ftp://host/', 'ws://', 'ws://host:70000/', 'ws://user:pw@host/', 'ws://host:0/'])(
    '%j is not the address of a console',
    (url) => {
      expect(consolePlace(url)).toBeUndefined();
    },
  );

  it('the address of a console is written as it is read', () => {
    const word = fc.stringMatching(/^[a-z0-9_~.%-]{1,12}$/).filter((text) => !text.includes('%') && !text.endsWith('.html'));
    const query = fc
      .array(word, { maxLength: 3 })
      .map((words) => (words.length > 0 ? `?${words.map((name) => `q${name}=1`).join('&')}` : ''));
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 65_535 }), fc.array(word, { maxLength: 4 }), query, (host, port, parts, search) => {
        const url = `ws://${host}:${port}/${parts.join('/')}${search}`;
        const place = consolePlace(url);
        expect(place && streamUrl(place)).toBe(url);
      }),
    );
  });
});
