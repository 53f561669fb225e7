import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { createStore } from '../store.ts';

export type NoticeType = 'warning' | 'error' | 'success' | 'info' | 'progress';

/** A button of a notice: whoever listens for its name is told its payload (`actions.ts`). Plain data, for it is stored. */
export interface NoticeAction {
  label: string;
  name: string;
  payload: unknown;
}

/** One of the things that a notice about several is about, and how it goes with it. Names of icons, and words. */
export interface NoticeItem {
  name: string;
  icon: string;
  statusIcon: NoticeType;
  statusText: string;
}

/** What a notice keeps of its task: enough to say it again in another language. */
export interface NoticeTask extends Pick<Task, 'id' | 'name' | 'state' | 'entity' | 'error' | 'project_id' | 'created_at' | 'finished_at'> {
  /** The first of the things it works on, those that have failed before the others. */
  items: Task['items'];
  /** How many there are, and how many have failed. */
  total: number;
  failed: number;
}

/** A notification (S0 §3, S1 §3) as whoever raises it gives it. Texts are translated already. */
export interface NoticeInput {
  type: NoticeType;
  title: string;
  message?: string | undefined;
  /** Same id: the notice is replaced, as progress turns into its result. */
  id?: string;
  /** Something to do about it: buttons of the notice. */
  actions?: readonly NoticeAction[];
  /** Overrides the type's time: ms, null for as long as nobody closes it. */
  duration?: number | null;
  /** Overrides whether it can be closed: all but info can (S0 §9). */
  showClose?: boolean;
  /** false: for the notification centre only, or to change what is on the screen already. */
  showBottom?: boolean;
  /** false: a pop-up only, such as one that offers to undo something, or that is shown whatever is muted (decision E10). */
  kept?: boolean;
  /** 0 to 1 */
  progress?: number;
  /** Leaving the page would break off what is under way: the browser asks first (S0 §4). */
  preventReload?: boolean;
  /** What it is about, where one thing raises several. */
  operationId?: string;
  inProgressItems?: readonly NoticeItem[];
  /** Things that it is about and that have a page. */
  components?: readonly { kind: string; id: string; name: string }[];
  task?: NoticeTask;
}

export interface Notice extends NoticeInput {
  id: string;
  /** Raised on replacement, so that the time starts again. */
  version: number;
}

/** The pop-ups, oldest first. */
export const noticeStore = createStore<{ notices: readonly Notice[] }>({ notices: [] });

/** What the centre does with a notice. @returns whether it may pop up */
type Recorder = (notice: Notice) => boolean;

let recorder: Recorder | undefined;
/** Those that came before the centre was there. */
const early: Notice[] = [];

/** The centre is told of every notice from now on, and of those before. It comes later than the first page. */
export function recordNotices(record: Recorder): void {
  recorder = record;
  for (const notice of early.splice(0)) record(notice);
}

let counter = 0;

/** Work under way that has had its pop-up: once that is closed or hidden, further progress does not bring it back (decision E6). */
const begun = new Set<string>();
/** So much of it is remembered: more than is ever under way. */
const BEGUN = 500;

/** Whether a notice only tells how much further something has come that has been told already. */
function goesOn({ id, type, showBottom }: Notice): boolean {
  if (type !== 'progress') {
    begun.delete(id);
    return false;
  }
  if (showBottom === false) return false;
  const isKnown = begun.has(id);
  begun.add(id);
  const [oldest] = begun;
  if (begun.size > BEGUN && oldest !== undefined) begun.delete(oldest);
  return isKnown;
}

/** Shows a small pop-up, and keeps it in the notification centre. Returns its id, for `dismiss` or a later replacement. */
export function notify(input: NoticeInput): string {
  counter += 1;
  const { notices } = noticeStore.get();
  const known = notices.find(({ id }) => id === input.id);
  // What stays as it is but for its progress is not said anew, and keeps the focus.
  const isSame = known !== undefined && (input.showBottom === false || (known.type === 'progress' && input.type === 'progress'));
  const notice: Notice = { ...input, id: input.id ?? `notice-${Date.now()}-${counter}`, version: isSame ? known.version : counter };
  const pops = recorder ? recorder(notice) : (early.push(notice), true);
  const isOld = goesOn(notice);
  // The task of a failed resource says more than the resource itself, whichever comes first.
  if (known?.operationId !== undefined && input.operationId === undefined) return known.id;
  if (known) noticeStore.set({ notices: notices.map((one) => (one === known ? notice : one)) });
  else if (pops && !isOld && input.showBottom !== false) noticeStore.set({ notices: [...notices, notice] });
  return notice.id;
}

export const dismiss = (id: string): void => noticeStore.set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
