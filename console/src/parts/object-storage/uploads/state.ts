/** Files on their way into buckets, one after the other (S0 §3, §4). They go on while pages change. */
import { createStore, type ValueStore } from '../../../app/store.ts';
import { throttled } from './throttle.ts';

export const UPLOAD_STATUSES = ['PENDING', 'PROGRESS', 'UPLOADED', 'FAILED', 'CANCELED'] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** One file, or an empty folder, of a batch. */
export interface Upload {
  id: string;
  status: UploadStatus;
  /** Why it failed, in words; else empty. */
  statusText: string;
  bucketName: string;
  file: File;
  /** 0 to 100 */
  progress: number;
  /** While it is under way. */
  request: AbortController | null;
  /** Its key. */
  fullPath: string;
  /** What of the key stands before its name. */
  folderPath: string;
  type: string;
  name: string;
  isFolder: boolean;
}

/** What a batch has come to. `progress`: not at its end; else `error` where every file failed. */
export interface UploadSummary {
  type: 'progress' | 'error' | 'success';
  loaded: number;
  failed: number;
  canceled: number;
  total: number;
  buckets: readonly string[];
}

export interface UploadState {
  /** In the order in which they are sent; another list only when a batch comes or goes. */
  ids: readonly string[];
  /** By id. It may hold tens of thousands and is changed in place: who shows one of them selects that one. */
  uploads: ReadonlyMap<string, Upload>;
  summary: UploadSummary;
}

export const isOpen = ({ status }: Pick<Upload, 'status'>): boolean => status === 'PENDING' || status === 'PROGRESS';

/** How many uploads there are in each status. */
export type Counts = Readonly<Record<UploadStatus, number>>;

export const NO_UPLOADS: Counts = { PENDING: 0, PROGRESS: 0, UPLOADED: 0, FAILED: 0, CANCELED: 0 };

export function summaryOf(counts: Counts, buckets: readonly string[]): UploadSummary {
  const { PENDING, PROGRESS, UPLOADED: loaded, FAILED: failed, CANCELED: canceled } = counts;
  const open = PENDING + PROGRESS;
  const total = open + loaded + failed + canceled;
  const type = open > 0 ? 'progress' : total > 0 && failed === total ? 'error' : 'success';
  return { type, loaded, failed, canceled, total, buckets };
}

/** All that were queued since the last time nothing was left to do. */
export const uploadStore = createStore<UploadState>({ ids: [], uploads: new Map(), summary: summaryOf(NO_UPLOADS, []) });

/** The same for the screen, which is told no more often than it can be read: thousands of small files end within seconds. */
export const shownUploads: ValueStore<UploadState> = {
  ...uploadStore,
  subscribe: (listener) => {
    const { tell, end } = throttled(listener);
    const leave = uploadStore.subscribe(() => tell(undefined));
    return () => {
      leave();
      end();
    };
  },
};
