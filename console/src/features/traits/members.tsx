import type { Trait } from '@gantry/contract/nouns/traits/entity';
import { isTraitOwn } from '@gantry/contract/nouns/traits/rules';
import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { linkColumn, SubButton, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { assignTo } from './section.ts';
import { nameOf, TARGETS, useAssignable, type Placed } from './targets.ts';

type Member = Placed & { name: string };

/** Those that are shown. */
const SHOWN = 100;

/** The things of a kind that have a placement, with the button that gives it to more, and the way to take it away. */
export function Members({ trait, target }: { trait: Trait; target: TraitTarget }) {
  const { t } = useTranslation('traits');
  const text = useNounText('traits');
  const openOver = useOpenOver();
  const assignable = useAssignable(target);
  const { call, kind, named } = TARGETS[target];
  const { data, ...query } = useList(call, { placement: trait.id, sort: `${named}:asc`, limit: SHOWN });
  const items = (data?.data ?? []).map((one) => ({ ...one, name: nameOf(one) }));
  const actions = useMemberActions(trait, target, items);
  return (
    <>
      <SubList
        name={target}
        tools={assignable && <SubButton label={t('assign.action')} onClick={() => openOver(assignTo(trait.id, target), {})} />}
        label={t(`field.${target}`)}
        query={{ ...query, data: data && { ...data, data: items } }}
        empty={t(`none.${target}`)}
        more={(count) => t('more', { count })}
        nameOf={({ name }) => name}
        actions={actions}
        idOf={({ id }) => id}
        columns={[linkColumn(text('field.name'), () => kind)]}
      />
      {actions.dialog}
    </>
  );
}

/** Taking it away: at once, for it can be given back. */
function useMemberActions(trait: Trait, target: TraitTarget, items: readonly Member[]) {
  const { t } = useTranslation('traits');
  const { kind } = TARGETS[target];
  const offered = useAssignable(target);
  const [refreshTrait, refreshTarget] = [useRefresh('trait'), useRefresh(kind)];
  const remove = useCommand(api.traits.removeMembers);
  const add = useCommand(api.traits.addMembers);
  const refresh = () => Promise.all([refreshTrait(), refreshTarget()]);
  const params = { traitId: trait.id, target };
  return useResourceActions<Member>({
    kind: 'trait',
    reasonText: useNounReason('traits'),
    describe: useNounFailure('traits'),
    items,
    actions: [
      {
        id: 'traits.removeMembers',
        label: t('remove.action'),
        offered,
        rule: (one) => (one.own_traits ? isTraitOwn({ name: one.name, traits: one.traits, own_traits: one.own_traits }, trait.id) : true),
        run: ({ id }) => remove.mutateAsync({ params, body: { ids: [id] } }).then(refresh),
        undo: ({ id }) => add.mutateAsync({ params, body: { ids: [id] } }).then(refresh),
      },
    ],
  });
}
