import { createStore } from '../store.ts';
import type { NoticeTask } from './notices.ts';

interface Words {
  title: string;
  message: string;
}

/** Says what a task has done in the language of the screen; those who know tasks set it. */
export const taskWords = createStore<{ say: ((task: NoticeTask) => Words) | undefined }>({ say: undefined });
