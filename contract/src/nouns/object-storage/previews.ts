/**
 * What of an object the browser may show instead of saving it, below `/s3proxy/` with `?preview` behind its address. Nothing of it can run:
 * markup and programs are text, what could hold a script and is shown as something else (SVG, PDF) is downloaded.
 */

/** Name of the query's member, without a value. */
export const PREVIEW_QUERY = 'preview';

const IMAGES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
];
const MEDIA = [
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'audio/flac',
  'audio/x-flac',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
];
const TEXTS = [
  'application/json',
  'application/xml',
  'application/javascript',
  'application/x-javascript',
  'application/x-sh',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-ndjson',
  'application/xhtml+xml',
];
/** What stores say of objects whose type nobody told them. */
const UNTOLD = ['', 'binary/octet-stream', 'application/octet-stream'];
const BY_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ...Object.fromEntries(
    'txt md csv tsv log json xml yaml yml toml ini conf js mjs ts css html htm sh py rb go rs java c h cpp sql'
      .split(' ')
      .map((extension) => [extension, 'text/plain']),
  ),
};
const PLAIN = 'text/plain; charset=utf-8';

/** How it is shown. */
export interface Preview {
  as: 'image' | 'audio' | 'video' | 'text';
  /** The content type it is sent with. */
  type: string;
}

/** How an object may be shown, by its content type, or its key where that says nothing; undefined: it is only downloaded. */
export function previewOf({ key, contentType = '' }: { key: string; contentType?: string | undefined }): Preview | undefined {
  const told = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const extension = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  const type = UNTOLD.includes(told) ? (Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension]! : '') : told;
  if (IMAGES.includes(type)) return { as: 'image', type };
  if (MEDIA.includes(type)) return { as: type.startsWith('audio/') ? 'audio' : 'video', type };
  return type.startsWith('text/') || TEXTS.includes(type) ? { as: 'text', type: PLAIN } : undefined;
}
