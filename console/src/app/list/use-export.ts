import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../ui/clock.ts';
import type { Failure } from '../../ui/failure.ts';
import { csvFileName } from '../../ui/list/csv.ts';
import type { Column } from '../../ui/list/columns.ts';
import { saveFile } from '../../ui/save-file.ts';
import { isCancel } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { exportRows } from './export-rows.ts';
import type { ListPage } from './use-list-page.ts';

/** What is being exported: rows read so far, and how many there are (0 until that is known). */
export interface Progress {
  done: number;
  count: number;
}

export interface Export {
  /** Undefined while nothing is exported. */
  progress: Progress | undefined;
  failure: Failure | undefined;
  start(): void;
  /** Ends it without a file; also takes a failure off the screen. */
  cancel(): void;
}

/** Writes what a list is filtered to into a CSV file, page by page. It ends with the page it was begun on. */
export function useExport<T>(name: string, list: Pick<ListPage<T>, 'call' | 'spec' | 'state'>, columns: readonly Column<T>[]): Export {
  const describe = useFailure();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run({ signal }: AbortController): Promise<void> {
    setFailure(undefined);
    setProgress({ done: 0, count: 0 });
    try {
      const onProgress = (done: number, count: number) => setProgress({ done, count });
      const parts = await exportRows({ call: list.call, spec: list.spec, state: list.state, columns, signal, onProgress });
      saveFile(csvFileName(name, serverNow()), parts, 'text/csv;charset=utf-8');
    } catch (error) {
      if (!isCancel(error)) setFailure(describe(error));
    }
    setProgress(undefined);
  }
  return {
    progress,
    failure,
    start: () => {
      if (progress) return;
      running.current = new AbortController();
      void run(running.current);
    },
    cancel: () => {
      running.current?.abort();
      setFailure(undefined);
    },
  };
}
