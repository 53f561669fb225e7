import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../app/notify/notices.ts';
import { existingKeys } from '../../parts/object-storage/existing.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { S3Error } from '../../parts/object-storage/s3-error.ts';
import { settleCollisions, splitBySize, type Collision } from '../../parts/object-storage/uploads/collisions.ts';
import type { ChosenFile } from '../../parts/object-storage/uploads/files.ts';
import { keysUnderWay, type WantedUpload } from '../../parts/object-storage/uploads/queue.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { beginUploads } from './begin-uploads.ts';
import { useS3Failure } from './use-s3-failure.ts';

interface Question {
  keys: readonly string[];
  onDecide(how: Collision): void;
  onClose(): void;
}

/** Uploads into a folder: what is chosen is queued once it is decided what becomes of names that are taken. */
export function useUploads(bucketName: string, folder: string) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const queryClient = useQueryClient();
  const describe = useS3Failure();
  const [error, setError] = useState<unknown>();
  const [large, setLarge] = useState<readonly WantedUpload[]>([]);
  const [question, setQuestion] = useState<Question>();
  const [looking, setLooking] = useState<{ done: number; known: number }>();
  const stop = useRef<AbortController>(undefined);
  /** One batch is looked at after the other, so that each knows of those before it. */
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => () => stop.current?.abort(), []);

  const ask = (keys: readonly string[]): Promise<Collision | undefined> =>
    new Promise((resolve) => {
      const answer = (how?: Collision) => {
        setQuestion(undefined);
        resolve(how);
      };
      stop.current?.signal.addEventListener('abort', () => resolve(undefined), { once: true });
      setQuestion({ keys, onDecide: answer, onClose: () => answer() });
    });

  /** Names for those that are kept beside others are looked up, too, until each of them is free. */
  const named = async (
    wanted: readonly WantedUpload[],
    taken: ReadonlySet<string>,
    waiting: ReadonlySet<string>,
    how: Collision,
    signal: AbortSignal,
  ): Promise<WantedUpload[]> => {
    const client = await s3();
    for (let known = new Set(waiting); ;) {
      const settled = settleCollisions(wanted, taken, known, () => how);
      if (how !== 'keep-both') return settled;
      const chosen = new Set(wanted.map(({ key }) => key));
      const made = settled.flatMap(({ key }) => (chosen.has(key) ? [] : [key]));
      const there = await existingKeys(client, bucketName, made, { signal });
      if (there.size === 0) return settled;
      known = new Set([...known, ...there]);
    }
  };

  const settle = async (wanted: readonly WantedUpload[]): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    const keys = wanted.map(({ key }) => key);
    setLooking({ done: 0, known: 1 });
    try {
      const onProgress = (done: number, known: number) => setLooking({ done, known });
      const there = await existingKeys(await s3(), bucketName, keys, { signal, onProgress });
      setLooking(undefined);
      const waiting = keysUnderWay(bucketName);
      const taken = new Set([...there, ...keys.filter((key) => waiting.has(key) && !key.endsWith('/'))]);
      const how = taken.size === 0 ? 'replace' : await ask([...taken]);
      if (how === undefined) return;
      const settled = await named(wanted, taken, waiting, how, signal);
      if (settled.length > 0) beginUploads(settled, queryClient, describe);
    } catch (failed) {
      if (!(failed instanceof S3Error && failed.code === 'cancel')) setError(failed);
    } finally {
      setLooking(undefined);
      if (signal.aborted) notify({ type: 'info', title: t('upload.not-begun'), message: t('upload.not-begun-body') });
    }
  };

  const choose = (files: readonly ChosenFile[]): void => {
    const all = files.map(({ path, file }) => ({ bucketName, key: `${folder}${path}`, file }));
    const { fitting, large: refused } = splitBySize(all);
    setError(undefined);
    setLarge(refused);
    if (fitting.length > 0) last.current = last.current.then(() => settle(fitting));
  };

  return {
    choose,
    fail: setError,
    collision: question,
    status: (
      <>
        {looking && (
          <div className="gantry-objects-bar">
            <Spinner size="md" aria-hidden />
            <output>{t('upload.looking', { done: looking.done, known: looking.known })}</output>
            <Button variant="link" isInline onClick={() => stop.current?.abort()}>
              {ui('cancel')}
            </Button>
          </div>
        )}
        {error !== undefined && <ErrorState failure={describe(error)} />}
        {large.length > 0 && (
          <ErrorState failure={{ text: t('files.too-large', { names: large.map(({ file }) => file.name).join(', ') }) }} />
        )}
      </>
    ),
  };
}
