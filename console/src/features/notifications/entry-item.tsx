import { useTranslation } from 'react-i18next';
import { NoticeAlert } from '../../app/notify/notice-alert.tsx';
import { close } from '../../app/notify/centre.ts';
import type { Entry } from '../../app/notify/centre-entries.ts';
import { taskWords } from '../../app/notify/task-words.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useStore } from '../../app/store.ts';
import { CopyButton } from '../../ui/show/copy-button.tsx';
import { Ago } from '../../ui/show/instant.tsx';
import { ClampedText } from './clamped-text.tsx';
import { ItemLines } from './item-lines.tsx';

interface EntryItemProps {
  entry: Entry;
  /** Ids of things that are gone. */
  gone: ReadonlySet<string>;
}

/** One notification: what and when, in full, how far, what it is about, and what can be done. A task's is said in the language of now. */
export function EntryItem({ entry, gone }: EntryItemProps) {
  const { t } = useTranslation('notifications');
  const { t: shell } = useTranslation('shell');
  const say = useStore(taskWords, (words) => words.say);
  const { type, task, actions, components, progress, inProgressItems, timestamp } = entry;
  const { title, message } = task && say ? say(task) : entry;
  const existing = components.filter(({ id }) => !gone.has(id));
  // What it is about is linked by name; the task is there also when that is not any more.
  const links = actions.flatMap((action) =>
    action.name !== 'open'
      ? [action]
      : task
        ? [{ ...action, label: t('open-task'), payload: `/tasks/${task.id}` }]
        : existing.length > 0
          ? []
          : [{ ...action, label: shell('notice.open') }],
  );
  const failed = inProgressItems.filter(({ statusIcon }) => statusIcon === 'error').map(({ name, statusText }) => `${name}: ${statusText}`);
  return (
    <li>
      <NoticeAlert type={type} title={title} actions={links} progress={progress} isInline onClose={() => close(entry)}>
        {message !== '' && <ClampedText text={message} />}
        {inProgressItems.length > 0 && <ItemLines items={inProgressItems} label={t('items')} />}
        <p className="gantry-centre-foot">
          <Ago at={timestamp} />
          {(type === 'error' || type === 'warning') && <CopyButton text={[title, message, ...failed].join('\n')} label={title} />}
          {existing.map(({ kind, id, name }) => (
            <ItemLink key={id} kind={kind} id={id}>
              {name}
            </ItemLink>
          ))}
          {components
            .filter(({ id }) => gone.has(id))
            .map(({ id, name }) => (
              <bdi key={id}>{t('gone', { name })}</bdi>
            ))}
        </p>
      </NoticeAlert>
    </li>
  );
}
