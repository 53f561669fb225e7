import { traitMembersBody } from '@gantry/contract/nouns/traits/calls';
import type { Trait } from '@gantry/contract/nouns/traits/entity';
import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { nameOf, TARGETS } from './targets.ts';

/** Chooses things that get a placement. */
export function AssignDialog({ trait, target, onClose }: { trait: Trait; target: TraitTarget; onClose(): void }) {
  const { t } = useTranslation('traits');
  const { call, named } = TARGETS[target];
  const options = useOptions(call, `${named}:asc`, named);
  return (
    <CommandDialog
      noun="traits"
      kind="trait"
      item={trait}
      call={api.traits.addMembers}
      params={{ traitId: trait.id, target }}
      schema={traitMembersBody}
      defaults={{ ids: [] }}
      marks={({ ids }) => ids}
      wide
      label={t('assign.title', { name: trait.name })}
      submitLabel={t('assign.action')}
      obstacle={undefined}
      onClose={onClose}
    >
      {(form) => (
        <ResourceField
          form={form}
          name="ids"
          several
          label={t(`field.${target}`)}
          options={options}
          nameOf={nameOf}
          cells={[]}
          helper={t(`assign.${target}`)}
          obstacleOf={({ traits }) => (traits.includes(trait.id) ? t('assign.has') : undefined)}
        />
      )}
    </CommandDialog>
  );
}
