import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { S3Api } from '../../../parts/object-storage/client.ts';
import { changeRules } from '../../../parts/object-storage/settings-api.ts';
import { plainActions, type PlainOffer } from '../../../ui/action/plain-actions.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Column } from '../../../ui/list/columns.ts';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { useUiText } from '../../../ui/text.ts';
import { SettingCard } from './setting-card.tsx';
import { useChangeSetting } from './use-setting.ts';

/** A setting that is a list of rules, and how the whole of it is read and written. */
interface RulesOf<R> {
  setting: 'lifecycle' | 'cors';
  on(client: S3Api, bucket: string): { read(): Promise<R[] | null>; write(rules: readonly R[]): Promise<void> };
}

/** A rule by its place, which is its order, and what it goes by. */
interface RuleRow<R> {
  rule: R;
  name: string;
  index: number;
}

interface RulesCardProps<R> extends RulesOf<R> {
  bucket: string;
  nameOf(rule: R, index: number): string;
  columns: readonly Column<RuleRow<R>>[];
  /** Whether the form says all of a rule. */
  isEditable(rule: R): boolean;
  /** Further things to do to a rule: what it becomes. */
  changes?(rule: R): { id: string; label: string; becomes: R }[];
  /** Asks for a rule, as it is or a new one. */
  dialog(props: { rule: R | undefined; save(rule: R): Promise<void>; onClose(): void }): ReactNode;
}

/** Rules of a bucket in their order, each of which can be changed and deleted, and the way to one more. */
export function RulesCard<R>({ bucket, setting, on, nameOf, columns, isEditable, changes, dialog }: RulesCardProps<R>) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const { mutate, mutateAsync, error, isPending } = useChangeSetting(bucket, setting);
  const [edited, setEdited] = useState<number | 'new'>();
  const [deleted, setDeleted] = useState<number>();
  return (
    <SettingCard bucket={bucket} setting={setting} failure={edited === undefined ? error : undefined}>
      {(value) => {
        const rules = value as R[];
        const changing = (next: readonly R[]) => (client: S3Api) => changeRules(on(client, bucket), rules, next);
        const replaced = (index: number, ...rule: R[]): R[] => rules.toSpliced(index, 1, ...rule);
        const offers = ({ rule: one, index }: RuleRow<R>): PlainOffer[] => [
          ...(isEditable(one) ? [{ id: 'edit', label: t('rules.edit'), busy: isPending, onSelect: () => setEdited(index) }] : []),
          ...(changes?.(one) ?? []).map(({ id, label, becomes }) => ({
            id,
            label,
            busy: isPending,
            onSelect: () => mutate(changing(replaced(index, becomes))),
          })),
          { id: 'delete', label: ui('actions.delete'), danger: true, last: true, busy: isPending, onSelect: () => setDeleted(index) },
        ];
        const rule = typeof edited === 'number' ? rules[edited] : undefined;
        const doomed = deleted === undefined ? undefined : rules[deleted];
        return (
          <>
            {rules.length > 0 && (
              <ShortList
                label={t(`${setting}.title`)}
                items={rules.map((one, index): RuleRow<R> => ({ rule: one, name: nameOf(one, index), index }))}
                idOf={({ index }) => String(index)}
                nameOf={({ name }) => name}
                actions={plainActions(offers)}
                columns={columns}
              />
            )}
            <Button variant="secondary" onClick={() => setEdited('new')}>
              {t('rules.add')}
            </Button>
            {edited !== undefined &&
              dialog({
                rule,
                save: (saved) => mutateAsync(changing(typeof edited === 'number' ? replaced(edited, saved) : [...rules, saved])),
                onClose: () => setEdited(undefined),
              })}
            {deleted !== undefined && doomed !== undefined && (
              <ConfirmDialog
                title={t('rules.delete-title', { name: nameOf(doomed, deleted) })}
                body={t(`${setting}.delete-body`)}
                confirm={ui('actions.delete')}
                danger
                pending={isPending}
                onConfirm={() => mutate(changing(replaced(deleted)), { onSettled: () => setDeleted(undefined) })}
                onClose={() => setDeleted(undefined)}
              />
            )}
          </>
        );
      }}
    </SettingCard>
  );
}
