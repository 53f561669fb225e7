/** The object store's life under a server that is killed while objects are put, replaced, made of parts and deleted. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { signIn } from '../../support/sign-in.ts';
import { Client } from '../../support/client.ts';
import { emptyPlace, type Place } from './place.ts';
import { Random } from './random.ts';
import { Victim } from './victim.ts';

const Bucket = 'crashes';
const WRITERS = 6;
const KEYS_EACH = 4;
/** Bytes of an object at most: some take several writes, and are cut in between. */
const BYTES = 3 * 1024 * 1024;
const PART_BYTES = 5 * 1024 * 1024;
/** Milliseconds of writing before a kill. */
const BUSY_MS = { min: 50, max: 900 };

export interface ObjectLifeReport {
  kind: 'objects';
  seed: number;
  rounds: number;
  acknowledged: number;
  /** Requests without an answer. */
  lost: number;
  /** Objects that are there in part. */
  half: number;
  /** Versions of which all were read in the end; none where the bucket keeps no versions. */
  versions: number;
  /** Writes that are not there although they were acknowledged. */
  undone: number;
  violations: string[];
}

/** A state that a key may be in: the MD5 of its bytes, or nothing. */
type State = string | undefined;

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

interface Known {
  /** What a key is known to be, and what it may be instead. */
  is: State;
  maybe: Set<State>;
  /** Versions that were acknowledged, by their ids, the newest last. */
  versions: Map<string, State>;
}

interface Change {
  state: State;
  /** Resolves to the id of the version that was made, where one was. */
  send(): Promise<string | undefined>;
}

/** Lives through so many kills; the report's `violations` must be empty. `versioned`: in a bucket that keeps versions. */
export async function objectLife(rounds: number, seed: number, versioned: boolean): Promise<ObjectLifeReport> {
  const place = await emptyPlace('sqlite');
  try {
    return await new ObjectLife(place, seed, versioned).live(rounds);
  } finally {
    place.remove();
  }
}

class ObjectLife {
  readonly #place: Place;
  readonly #random: Random;
  readonly #report: ObjectLifeReport;
  readonly #versioned: boolean;
  readonly #keys = new Map<string, Known>();
  #credentials = { accessKeyId: '', secretAccessKey: '' };

  constructor(place: Place, seed: number, versioned: boolean) {
    this.#versioned = versioned;
    this.#place = place;
    this.#random = new Random(seed);
    this.#report = { kind: 'objects', seed, rounds: 0, acknowledged: 0, lost: 0, half: 0, versions: 0, undone: 0, violations: [] };
  }

  async live(rounds: number): Promise<ObjectLifeReport> {
    await this.#begin();
    while (this.#report.rounds < rounds && this.#report.violations.length === 0) {
      await this.#round();
      this.#report.rounds += 1;
    }
    await this.#look();
    return this.#report;
  }

  async #client(server: Victim): Promise<S3Client> {
    return new S3Client({
      endpoint: await server.objectStorage,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: this.#credentials,
    });
  }

  async #begin(): Promise<void> {
    const server = new Victim(this.#place.env);
    const member = await signIn(new Client(await server.ready), 'acme-member', 'acme-prod');
    await member.call(nouns.objectStorage.calls.enable);
    const { acc_key: accessKeyId, sec_key: secretAccessKey } = await member.call(nouns.objectStorage.calls.createKey);
    this.#credentials = { accessKeyId, secretAccessKey: secretAccessKey ?? '' };
    const client = await this.#client(server);
    await client.send(new CreateBucketCommand({ Bucket }));
    if (this.#versioned) await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    client.destroy();
    await server.stop();
  }

  async #round(): Promise<void> {
    const server = new Victim(this.#place.env);
    const client = await this.#client(server);
    await this.#compare(client);
    const work = { goesOn: true };
    const had = this.#report.acknowledged;
    const hasSome = (): void => {
      if (this.#report.acknowledged < had + 2) throw new Error('too little has been acknowledged to be lost');
    };
    const writers = Array.from({ length: WRITERS }, (_, index) => this.#write(client, index, work));
    await sleep(this.#random.whole(BUSY_MS.min, BUSY_MS.max));
    await vi.waitFor(hasSome, { timeout: 60_000, interval: 5 });
    await server.kill();
    work.goesOn = false;
    await Promise.all(writers);
    client.destroy();
    this.#report.violations.push(...server.complaints);
  }

  /** Changes keys of its own, one after the other, until the server is gone. */
  async #write(client: S3Client, writer: number, work: { goesOn: boolean }): Promise<void> {
    while (work.goesOn) {
      const key = `${writer}/${this.#random.whole(1, KEYS_EACH)}`;
      const known = this.#keys.get(key) ?? { is: undefined, maybe: new Set<State>(), versions: new Map<string, State>() };
      this.#keys.set(key, known);
      const { state, send } = this.#versioned && this.#random.next() < 0.15 ? this.#forget(client, key, known) : this.#change(client, key);
      known.maybe.add(state);
      try {
        const version = await send();
        if (version !== undefined) known.versions.set(version, state);
        Object.assign(known, { is: state, maybe: new Set() });
        this.#report.acknowledged += 1;
      } catch {
        // Without an answer: it may have been carried out, or not.
        this.#report.lost += 1;
        return;
      }
    }
  }

  /** Deletes a version that is not the newest one; the key stays what it is. */
  #forget(client: S3Client, Key: string, known: Known): Change {
    const old = [...known.versions.keys()].slice(0, -1);
    const VersionId = old[this.#random.whole(0, Math.max(0, old.length - 1))];
    if (VersionId === undefined) return this.#change(client, Key);
    // From now on it may be there, or not.
    known.versions.delete(VersionId);
    const send = async (): Promise<undefined> => void (await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })));
    return { state: known.is, send };
  }

  #change(client: S3Client, Key: string): Change {
    const chance = this.#random.next();
    if (chance < 0.15)
      return { state: undefined, send: async () => (await client.send(new DeleteObjectCommand({ Bucket, Key }))).VersionId };
    const large = chance < 0.2;
    const Body = Buffer.alloc(large ? PART_BYTES + 10 : this.#random.whole(0, BYTES), `${this.#random.next()}`);
    const state = md5(Body);
    if (!large) return { state, send: async () => (await client.send(new PutObjectCommand({ Bucket, Key, Body }))).VersionId };
    const send = async (): Promise<string | undefined> => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const Parts = [];
      for (const [index, bytes] of [Body.subarray(0, PART_BYTES), Body.subarray(PART_BYTES)].entries()) {
        const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1, Body: bytes }));
        Parts.push({ PartNumber: index + 1, ETag });
      }
      const done = await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
      return done.VersionId;
    };
    return { state, send };
  }

  async #found(client: S3Client, Key: string, VersionId?: string): Promise<State> {
    try {
      const { Body, ContentLength, ETag } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      const bytes = Buffer.from(await Body!.transformToByteArray());
      const state = md5(bytes);
      if (bytes.length !== ContentLength || (!ETag!.includes('-') && ETag !== `"${state}"`)) {
        this.#report.half += 1;
        this.#report.violations.push(`${Key} has other bytes than it says`);
      }
      return state;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  /** Each key is what it was acknowledged to be, or what was under way when the server was killed, and the list says the same. */
  async #compare(client: S3Client): Promise<void> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const listed = new Set(Contents.map(({ Key }) => Key));
    for (const [key, known] of this.#keys) {
      const found = await this.#found(client, key);
      if (found !== known.is && !known.maybe.has(found)) {
        this.#report.undone += 1;
        this.#report.violations.push(`${key} is ${found ?? 'gone'}, and was acknowledged as ${known.is ?? 'gone'}`);
      }
      if (listed.has(key) !== (found !== undefined)) this.#report.violations.push(`${key} is listed, or read, alone`);
      Object.assign(known, { is: found, maybe: new Set() });
    }
  }

  /** Every version that was acknowledged is there with its bytes, and each that is listed can be read. Returns how many there are. */
  async #countVersions(client: S3Client): Promise<number> {
    let count = 0;
    let markers = {};
    for (;;) {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...markers }));
      const { Versions = [], DeleteMarkers = [] } = page;
      for (const { Key = '', VersionId = '' } of Versions) {
        const state = await this.#found(client, Key, VersionId);
        const versions = this.#keys.get(Key)?.versions;
        if (versions?.has(VersionId) && versions.get(VersionId) !== state)
          this.#report.violations.push(`a version of ${Key} has other bytes`);
        versions?.delete(VersionId);
      }
      for (const { Key = '', VersionId = '' } of DeleteMarkers) this.#keys.get(Key)?.versions.delete(VersionId);
      count += Versions.length + DeleteMarkers.length;
      if (!page.IsTruncated) break;
      markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    for (const [key, { versions }] of this.#keys)
      if (versions.size > 0) this.#report.violations.push(`${versions.size} versions of ${key} are gone, and were acknowledged`);
    return count;
  }

  /** After an orderly start and stop the disk has the files of the objects and of open uploads, and no others. */
  async #look(): Promise<void> {
    const server = new Victim(this.#place.env);
    const client = await this.#client(server);
    await this.#compare(client);
    if (this.#versioned) this.#report.versions = await this.#countVersions(client);
    client.destroy();
    await server.stop();
    const folder = join(this.#place.env['GANTRY_DATA']!, 'objects');
    const files = (await readdir(folder, { recursive: true })).filter((file) => /[\da-f]{32}$/.test(file));
    const names = files.map((file) => file.split('/').at(-1)!);
    if (files.some((file) => file.startsWith('incoming'))) this.#report.violations.push('files are still coming in');
    const store = await this.#place.open();
    try {
      const known = await store.objects.known(names);
      const unknown = names.filter((name) => !known.has(name));
      if (unknown.length > 0) this.#report.violations.push(`${unknown.length} files belong to nothing`);
      const { objects, bytes } = await store.objects.occupancy({});
      const there = this.#versioned ? this.#report.versions : [...this.#keys.values()].filter(({ is }) => is !== undefined).length;
      if (objects !== there) this.#report.violations.push(`${objects} objects are counted, and ${there} are there`);
      if (bytes < 0) this.#report.violations.push(`${bytes} bytes are counted`);
    } finally {
      await store.close();
    }
  }
}
