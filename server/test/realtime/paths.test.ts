import { describe, expect, it } from 'vitest';
import { socketUrl } from '../../src/realtime/paths.ts';

describe('the path of the socket', () => {
  it.each([
    ['/ws', '/ws/'],
    ['/ws?EIO=4', '/ws/?EIO=4'],
    ['/ws/?EIO=4', '/ws/?EIO=4'],
    ['/api/agent_direct/42/lca/ws?EIO=4&t=a/b', '/ws/?EIO=4&t=a/b'],
    ['/api/agent_direct/a.b-c/lca/ws/', '/ws/'],
  ])('the path %s is one of the socket', (url, expected) => {
    expect(socketUrl(url)).toBe(expected);
  });

  it.each([
    '/',
    '/wsx',
    '/ws/x',
    '/api/ws',
    '/api/agent_direct/lca/ws',
    '/api/agent_direct/1/2/lca/ws',
    '/x/ws',
    '/api/agent_direct/1/lca/wss',
  ])('the path %s is not one of the socket', (url) => {
    expect(socketUrl(url)).toBeUndefined();
  });
});
