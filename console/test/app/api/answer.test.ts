/** What each answer is looked at for, in whatever way its request was sent: the calls' own is in errors.test.ts. */
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { sendFile } from '../../../src/app/api/upload.ts';
import { createS3Api } from '../../../src/parts/object-storage/client.ts';
import { putFile } from '../../../src/parts/object-storage/uploads/send.ts';
import { connect } from '../fake-server.ts';

interface Answer {
  status: number;
  text: string;
  reconfiguring?: boolean;
}
type Ask = (session: string) => Answer;

/** Stands in for the requests that tell how far they have come. */
function fakeUploads(answer: Ask): void {
  class Upload {
    upload = {};
    status = 0;
    responseText = '';
    onload: () => void = () => undefined;
    #session = '';
    #told = false;
    open(): void {}
    setRequestHeader(name: string, value: string): void {
      if (name.toLowerCase() === 'x-session-id') this.#session = value;
    }
    getResponseHeader(name: string): string | null {
      return this.#told && name.toLowerCase() === 'x-reconfiguration-state' ? 'running' : null;
    }
    send(): void {
      const { status, text, reconfiguring = false } = answer(this.#session);
      Object.assign(this, { status, responseText: text });
      this.#told = reconfiguring;
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
}

const { signal } = new AbortController();
const onProgress = () => undefined;
const file = new Blob(['x']);

let session = '';
const headers = () => ({ 'X-Session-Id': session });

/** The ways a request is sent other than as a call with a body of JSON. */
const WAYS: Record<string, (answer: Ask) => Promise<unknown>> = {
  'an upload of an image': (answer) => {
    fakeUploads(answer);
    return sendFile({ call: api.images.create, file, headers: {}, signal, onProgress });
  },
  'an upload of an object': (answer) => {
    fakeUploads(answer);
    return putFile({ url: '/s3proxy/b/k', file, headers, signal, onProgress });
  },
  'a request of the S3 client': (answer) => {
    const handle = async ({ headers: sent }: { headers: Record<string, string> }) => {
      const { status, text, reconfiguring = false } = answer(sent['X-Session-Id'] ?? '');
      const told = { 'content-type': 'application/xml', ...(reconfiguring && { 'x-reconfiguration-state': 'running' }) };
      return { response: { statusCode: status, headers: told, body: Readable.from([Buffer.from(text)]) } };
    };
    return createS3Api({ origin: 'http://console.test', headers, requestHandler: { handle } as never }).deleteObject('b', 'k');
  },
};

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.entries(WAYS))('%s', (_way, ask) => {
  it('an upload or an S3 request tells of the reconfiguration header with any status', async () => {
    const reconfiguring = vi.fn<() => void>();
    session = 's';
    connect({ reconfiguring });
    await ask(() => ({ status: 200, text: '{}', reconfiguring: true }));
    await expect(ask(() => ({ status: 403, text: '', reconfiguring: true }))).rejects.toMatchObject({ status: 403 });
    expect(reconfiguring).toHaveBeenCalledTimes(2);
    await ask(() => ({ status: 200, text: '{}' }));
    expect(reconfiguring).toHaveBeenCalledTimes(2);
  });

  it('an upload or an S3 request has a 401 looked into, and is sent once more when the session has new tokens', async () => {
    session = 's';
    let isRenewed = false;
    const checkAccess = vi.fn<() => Promise<'renewed'>>(async () => {
      isRenewed = true;
      return 'renewed';
    });
    connect({ credentials: () => ({ session: 's', scoped: undefined }), checkAccess });
    const asked: string[] = [];
    await ask((sent) => {
      asked.push(sent);
      return isRenewed ? { status: 200, text: '{}' } : { status: 401, text: '' };
    });
    expect(asked).toEqual(['s', 's']);
    expect(checkAccess).toHaveBeenCalledOnce();
  });

  it('an upload or an S3 request is refused with a lasting 401, and asks no third time', async () => {
    session = 's';
    const checkAccess = vi.fn<() => Promise<'renewed' | 'ended'>>(async () => 'ended');
    connect({ credentials: () => ({ session: 's', scoped: undefined }), checkAccess });
    let times = 0;
    const refuse = () => {
      times += 1;
      return { status: 401, text: '' };
    };
    await expect(ask(refuse)).rejects.toMatchObject({ status: 401 });
    expect([checkAccess.mock.calls.length, times]).toEqual([1, 1]);
    checkAccess.mockResolvedValue('renewed');
    await expect(ask(refuse)).rejects.toMatchObject({ status: 401 });
    expect(times).toBe(3);
  });
});
