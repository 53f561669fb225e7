import type { AccountSession } from '@gantry/contract/nouns/session/entity';
import { SESSIONS_MAX } from '@gantry/contract/nouns/session/limits';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { OwnPage } from '../../app/view/own-page.tsx';
import { tableOf } from '../../app/view/members.ts';
import { ViewTable, type RowsOf } from '../../app/view/table.tsx';
import { EndOthers } from './end-others.tsx';

/** A session by what tells it from others. */
interface NamedSession extends AccountSession {
  name: string;
}

const KIND = 'account_session';

const sessions: RowsOf<NamedSession, 'own-sessions'> = {
  noun: 'own-sessions',
  kind: KIND,
  placeOf: ({ id }) => ({ sessionId: id }),
  name: 'sessions',
  members: tableOf<NamedSession, 'own-sessions'>([
    {
      of: 'name',
      label: 'browser',
      render: ({ browser, is_current: isCurrent }, { t }) => (
        <>
          <bdi>{browser ?? t('unknown')}</bdi>{' '}
          {isCurrent && (
            <Label isCompact color="green">
              {t('current')}
            </Label>
          )}
        </>
      ),
    },
    { of: 'address', label: 'address', kind: 'address', sort: true },
    { of: 'created_at', key: 'begun', label: 'begun', kind: 'instant', sort: 'begun' },
    { of: 'last_seen_at', key: 'used', label: 'used', kind: 'time', sort: 'used' },
  ]),
  actions: [
    {
      call: api.session.endSession,
      label: 'end',
      fits: ({ is_current: isCurrent }) => !isCurrent,
      danger: true,
      ends: true,
      confirm: ({ name }, { t }) => ({ title: t('ask.one', { name }), body: t('ask.consequence') }),
      done: (_, { t }) => t('ended', { count: 1 }),
    },
  ],
};

/** The sessions of the user, of which one or all others can be ended. */
export function Page() {
  const { t } = useTranslation('own-sessions');
  const [isAsking, ask] = useState(false);
  const title = t('menu.sessions');
  const named = (session: AccountSession): NamedSession => {
    const { browser, address } = session;
    return { ...session, name: [browser ?? t('unknown'), address].filter(Boolean).join(', ') };
  };
  return (
    <OwnPage title={title} kind={KIND} list={api.session.sessions}>
      {(items) => (
        <>
          <ViewTable
            of={sessions}
            label={title}
            items={items.map(named)}
            tools={
              items.length > 1 && (
                <Button variant="secondary" isDanger onClick={() => ask(true)}>
                  {t('end-others')}
                </Button>
              )
            }
          />
          <p className="gantry-detail">{t('most', { max: SESSIONS_MAX })}</p>
          {items.length === 1 && <p>{t('only')}</p>}
          {isAsking && <EndOthers kind={KIND} onClose={() => ask(false)} />}
        </>
      )}
    </OwnPage>
  );
}
