import type { Call } from '@gantry/contract/wire/call';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ApiCall } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import type { Named } from '../../app/resource/named.ts';
import type { NounName } from '../../app/resource/noun-text.ts';
import { useSession } from '../../app/session/use-session.ts';
import type { PlaceOf } from '../../app/view/actions.ts';
import { useViewContext, type ViewContext } from '../../app/view/context.ts';
import { Fields, fieldsAt } from '../../app/view/fields.tsx';
import type { Label } from '../../app/view/labels.ts';
import type { AnyMember, Member } from '../../app/view/members.ts';
import { OwnActions, OwnPage, type WholeCall } from '../../app/view/own-page.tsx';
import { ViewTable } from '../../app/view/table.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';

type Project = { name: string } | null;

/** What a noun says of its page: secrets of the user that open something to a program. `M`: a new one, with its secret. */
interface SecretsInput<T extends Named, N extends NounName, C extends FieldValues, O, M extends Named> {
  noun: N;
  kind: string;
  icon: ComponentType;
  title: Label<N>;
  /** Under which the address keeps the order of the list. */
  name: string;
  list: WholeCall<T>;
  /** The table, in the order of columns and fields. */
  members: readonly Member<T, N, NoInfer<C>, Record<never, never>>[];
  create: {
    call: ApiCall<Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<M>>>;
    schema: z.ZodType<O, C>;
    empty: NoInfer<C>;
    /** Where a new one is good. */
    intro(project: Project, context: ViewContext<N>): string;
    /** Why none can be made now. */
    obstacle?(items: readonly NoInfer<T>[], project: Project, context: ViewContext<N>): string | undefined;
  };
  revoke: ApiCall;
  /** How the path of that call names one. */
  placeOf: PlaceOf<T>;
  /** Shows the secret of a new one, for the only time. */
  Made: ComponentType<{ made: M; onClose(): void }>;
}

/** The same as the page reads it, without the contract's types. */
interface Secrets<T extends Named, N extends NounName> extends Omit<SecretsInput<T, N, FieldValues, unknown, Named>, 'members'> {
  members: readonly AnyMember<T, N>[];
}

/** The page of what opens something to a program: the list, a dialog that makes one and shows its secret once, and a question before one is revoked. */
export function secretsPage<T extends Named, N extends NounName, C extends FieldValues, O, M extends Named>(
  input: SecretsInput<T, N, C, O, M>,
): () => ReactNode;
export function secretsPage<T extends Named, N extends NounName>(secrets: Secrets<T, N>): () => ReactNode {
  return function Page() {
    const { say } = useViewContext(secrets.noun);
    return (
      <OwnPage title={say(secrets.title)} kind={secrets.kind} list={secrets.list}>
        {(items) => <Kept of={secrets} items={items} />}
      </OwnPage>
    );
  };
}

interface KeptProps<T extends Named, N extends NounName> {
  of: Secrets<T, N>;
  items: readonly T[];
}

function Kept<T extends Named, N extends NounName>({ of: secrets, items }: KeptProps<T, N>) {
  const { noun, icon, title, create, revoke, Made } = secrets;
  const { t } = useTranslation(noun as 'personal-tokens');
  const context = useViewContext(noun);
  const project = useSession((session) => session.currentProject);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<Named>();
  const [marked, mark] = useState<readonly string[]>();
  const obstacle = create.obstacle?.(items, project, context);
  const isOff = obstacle !== undefined;
  const button = (
    <Button variant={items.length === 0 ? 'primary' : 'secondary'} isAriaDisabled={isOff} onClick={() => !isOff && setCreating(true)}>
      {t('create.open')}
    </Button>
  );
  const why = isOff && <span className="gantry-subtle">{obstacle}</span>;
  const actions = [
    {
      call: revoke,
      label: { same: t('revoke.button') },
      danger: true as const,
      ends: true as const,
      confirm: ({ name }: T) => ({ title: t('revoke.title', { name }), body: t('revoke.body') }),
      done: ({ name }: T) => t('revoke.done', { name }),
    },
  ];
  return (
    <>
      {items.length === 0 ? (
        <>
          <EmptyState icon={icon} title={t('empty.title')} body={t('intro')} action={button} />
          {why}
        </>
      ) : (
        <>
          <p>{t('intro')}</p>
          <OwnActions>
            {button}
            {why}
          </OwnActions>
          <ViewTable of={{ ...secrets, actions }} label={context.say(title)} items={items} marked={marked} />
        </>
      )}
      {isCreating && (
        <CreateDialog
          of={secrets}
          intro={create.intro(project, context)}
          onDone={(one) => {
            setCreating(false);
            setMade(one);
            mark([one.id]);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made && <Made made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

interface CreateDialogProps<T extends Named, N extends NounName> {
  of: Secrets<T, N>;
  intro: string;
  onDone(made: Named): void;
  onClose(): void;
}

function CreateDialog<T extends Named, N extends NounName>({ of: secrets, intro, onDone, onClose }: CreateDialogProps<T, N>) {
  const { noun, kind, create, members } = secrets;
  const { t } = useTranslation(noun as 'personal-tokens');
  const [fields] = useState(() => fieldsAt(members, 'create'));
  const form = useResourceForm({ noun, kind, call: create.call, schema: create.schema, defaults: create.empty, onDone });
  return (
    <FormDialog form={form} label={t('create.title')} intro={intro} submitLabel={t('create.submit')} onCancel={onClose}>
      <Fields noun={noun} place="create" fields={fields} form={form} />
    </FormDialog>
  );
}
