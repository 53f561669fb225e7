import { folded } from '@gantry/contract/wire/folded';
import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { TitledCard } from '../../ui/show/cards.tsx';
import { useUiText } from '../../ui/text.ts';
import { ItemTable } from './item-table.tsx';
import { countsOf, OUTCOME_WORDS, outcomeOf, type Outcome } from './outcome.ts';
import './tasks.css';
import { useItemPages } from './use-item-pages.tsx';

/** All things of a task, or those of one outcome: what it failed at comes first, as long as nobody chooses. */
export function Items({ task }: { task: Task }) {
  const { t, i18n } = useTranslation('tasks');
  const { t: ui } = useUiText();
  const navigate = useNavigate();
  const { show }: { show?: string } = useSearch({ strict: false });
  const [text, setText] = useState('');
  const counts = countsOf(task.items);
  const number = numberFormat(i18n.language);
  const words = OUTCOME_WORDS.filter((word) => counts[word] > 0);
  const chosen = words.find((word) => word === show) ?? (show === 'all' || counts.failed === 0 ? 'all' : 'failed');
  const wanted = folded(text);
  const shown = task.items.filter(
    ({ name, id, state }) => (chosen === 'all' || outcomeOf(state) === chosen) && (folded(name).includes(wanted) || id === text),
  );
  const pages = useItemPages(shown, `${task.id} ${chosen} ${wanted}`);
  const choose = (word: Outcome | 'all') => void navigate({ to: '.', search: { show: word }, replace: true, resetScroll: false });
  return (
    <TitledCard title={t('items.label')}>
      <div className="gantry-task-items">
        <ToggleGroup aria-label={t('items.show')}>
          <ToggleGroupItem
            text={t('items.all', { number: number.format(task.items.length) })}
            isSelected={chosen === 'all'}
            onChange={() => choose('all')}
          />
          {words.map((word) => (
            <ToggleGroupItem
              key={word}
              text={t('items.of', { outcome: t(`outcome.${word}`), number: number.format(counts[word]) })}
              isSelected={chosen === word}
              onChange={() => choose(word)}
            />
          ))}
        </ToggleGroup>
        <SearchBox label={ui('filter.by-name')} value={text} onSearch={setText} />
      </div>
      {shown.length > 0 ? <ItemTable task={task} items={pages.shown} /> : <p>{t('items.none')}</p>}
      {pages.pager}
    </TitledCard>
  );
}
