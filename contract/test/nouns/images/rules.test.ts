import { describe, expect, it } from 'vitest';
import { imageCreateBody, IMAGE_HEADERS } from '@gantry/contract/nouns/images/bodies';
import { containerOf, formatOfFile, isPublic, isUefi } from '@gantry/contract/nouns/images/formats';
import { isImageChangeable, isImageDeletable, isImageUsable } from '@gantry/contract/nouns/images/rules';
import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { bodyOfHeaders, headersOfBody } from '@gantry/contract/wire/upload';

describe('images', () => {
  it('an image can be deleted unless it is protected or its bytes are still on their way', () => {
    const state = (status: string, isProtected = false) => isImageDeletable({ status, protected: isProtected });
    for (const status of ['active', 'deactivated', 'killed']) expect(state(status)).toBe(true);
    for (const status of ['queued', 'uploading', 'saving', 'importing'])
      expect(state(status)).toEqual({ code: 'wrong_status', params: { status, needed: 'active' } });
    expect(state('active', true)).toEqual({ code: 'image_protected' });
  });

  it('an image can be used while it is active, and changed unless it is being deleted', () => {
    expect(isImageUsable({ status: 'active' })).toBe(true);
    expect(isImageUsable({ status: 'deactivated' })).toMatchObject({ code: 'wrong_status' });
    expect(isImageChangeable({ status: 'saving' })).toBe(true);
    expect(isImageChangeable({ status: 'pending_delete' })).toMatchObject({ code: 'wrong_status' });
  });

  it('an image is public where its visibility says so, and nowhere else [image.visibility]', () => {
    const seen = ['public', 'private', 'shared', 'community'].filter((visibility) => isPublic({ visibility }));
    expect(seen).toEqual(['public']);
  });

  it('a file is an ISO image by the extension iso alone [valid.image-ext-iso]', () => {
    const typesOf = (...names: string[]) => names.map((name) => formatOfFile(name)?.type);
    expect(typesOf('x.iso', 'X.ISO', 'a.b.iso')).toEqual(['iso', 'iso', 'iso']);
    expect(typesOf('x.qcow2', 'iso', 'x.iso.gz', 'x.isox')).toEqual(['template', undefined, undefined, undefined]);
  });

  it('a file is a template by one of eleven extensions [valid.image-ext-template]', () => {
    const extensions = ['aki', 'ami', 'ari', 'img', 'ploop', 'qcow2', 'raw', 'vdi', 'vhd', 'vhdx', 'vmdk'];
    for (const extension of [...extensions, 'QCOW2'])
      expect([extension, formatOfFile(`x.${extension}`)?.type]).toEqual([extension, 'template']);
    for (const name of ['x.iso', 'x', 'qcow2', 'x.qcow', 'x.vhd2', 'x.ova'])
      expect([name, formatOfFile(name)?.type === 'template']).toEqual([name, false]);
  });

  it('an image has the format that its file name says, in small letters or not', () => {
    expect(formatOfFile('Debian.ISO')).toEqual({ type: 'iso', format: 'iso' });
    expect(formatOfFile('disk.tar.qcow2')).toEqual({ type: 'template', format: 'qcow2' });
    expect(formatOfFile('cloud.img')).toEqual({ type: 'template', format: 'raw' });
    for (const name of ['disk', 'disk.exe', 'qcow2', '.']) expect(formatOfFile(name)).toBeUndefined();
    expect([containerOf('ami'), containerOf('qcow2')]).toEqual(['ami', 'bare']);
    expect(isUefi({ hw_firmware_type: null })).toBe(false);
  });

  it('an image needs a volume that holds its disk, and at least what it asks for', () => {
    const least = (min_disk: number, virtual_size: number | null, size: number | null) => leastVolumeOf({ min_disk, virtual_size, size });
    expect([least(0, null, null), least(5, 1024 ** 3, 1), least(0, 1024 ** 3 + 1, 1), least(0, null, 3 * 1024 ** 3)]).toEqual([1, 5, 2, 3]);
  });

  it('an image is uploaded with ASCII headers whatever its name is, and the headers read back as the same body [image.name-encoded]', () => {
    const body = { name: 'Größe 1', disk_format: 'raw', protected: true, min_disk: 3 };
    const headers = headersOfBody({ headers: IMAGE_HEADERS }, body);
    expect(headers).toEqual({
      'x-image-name': 'Gr%C3%B6%C3%9Fe%201',
      'x-image-disk-format': 'raw',
      'x-image-protected': 'true',
      'x-image-min-disk': '3',
    });
    expect(bodyOfHeaders({ headers: IMAGE_HEADERS }, (name) => headers[name])).toEqual(body);
    // Half of a character, as it may be pasted.
    expect(headersOfBody({ headers: IMAGE_HEADERS }, { name: 'a\ud83d' })).toEqual({ 'x-image-name': 'a%EF%BF%BD' });
  });

  it('an image of an installation medium is uploaded without a firmware', () => {
    const given = (disk_format: string) => imageCreateBody.safeParse({ name: 'a', disk_format, hw_firmware_type: 'uefi' });
    expect(given('raw').success).toBe(true);
    expect(given('iso').error?.issues.map(({ path, message }) => [path[0], message])).toEqual([['hw_firmware_type', 'firmware_of_iso']]);
  });
});
