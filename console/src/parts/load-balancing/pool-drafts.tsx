import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { createContext, useContext, useId, useMemo, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { FieldHelp, FieldShell } from '../../ui/form/field-shell.tsx';
import { partErrorsAt, type PartErrors } from '../../ui/form/field-errors.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useUiText } from '../../ui/text.ts';
import { ADD_BALANCER, WINDOW } from './paths.ts';
import type { PoolDraft } from './pool-draft.ts';
import { forwardText } from './pool-words.ts';
import { usePart } from './use-part.ts';

/** The pools that a new balancer is made with, as the window over its form sees them. */
interface Drafts {
  pools: readonly PoolDraft[];
  /** What is wrong, by paths in the list. */
  marks: PartErrors;
  /** Of the network that the balancer will be in. */
  networkId: string | undefined;
  onChange(pools: PoolDraft[]): void;
}

const DraftsContext = createContext<Drafts | undefined>(undefined);

/** The pools of the form under the window. Throws where there is none: that would be a mistake in the routes. */
export function usePoolDrafts(): Drafts {
  const found = useContext(DraftsContext);
  if (!found) throw new Error('this window stands over no form of a load balancer');
  return found;
}

interface PoolDraftsProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** Field of the form that holds them, as `PoolDraft[]`. */
  name: FieldPath<I>;
  networkId: string | undefined;
}

/** Around the form of a new load balancer: shows the windows over it, in which a pool is made. */
export function PoolWindows<I extends FieldValues, O>({
  form,
  name,
  networkId,
  children,
}: PoolDraftsProps<I, O> & { children: ReactNode }) {
  const { value: pools, marks, onChange } = usePart<PoolDraft[], I, O>(form, name);
  const drafts = useMemo((): Drafts => ({ pools, marks, networkId, onChange }), [pools, marks, networkId, onChange]);
  return (
    <DraftsContext value={drafts}>
      {children}
      <Outlet />
    </DraftsContext>
  );
}

/** The pools that a new load balancer is made with, each with the way to its window; one more is added there. */
export function PoolDrafts() {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const { t: ui } = useUiText();
  const id = useId();
  const navigate = useNavigate();
  const { pools, marks, onChange } = usePoolDrafts();
  const open = (index?: number) =>
    void navigate({ to: `${ADD_BALANCER}/${WINDOW}`, search: index === undefined ? {} : { pool: index + 1 }, resetScroll: false });
  return (
    <FieldShell id={id} label={text('title.list')} required={false} helper={t('drafts.helper')} error={marks['']} groupRole="group">
      <div className="gantry-pairs">
        {pools.map((pool, index) => {
          const [wrong] = Object.values(partErrorsAt(marks, index));
          return (
            // A pool has no name of its own while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} {...(wrong !== undefined && { 'data-field-error': pool.name })}>
              <div className="gantry-pair">
                <Button
                  variant="link"
                  isInline
                  aria-label={t('drafts.edit', { name: pool.name })}
                  {...(wrong !== undefined && { 'aria-describedby': `${id}-${index}-help` })}
                  onClick={() => open(index)}
                >
                  <bdi>{pool.name}</bdi>
                </Button>
                <bdi dir="ltr">{forwardText(pool)}</bdi>
                <span>{t('drafts.members', { number: pool.members?.length ?? 0 })}</span>
                <Button
                  variant="plain"
                  icon={<MinusCircleIcon />}
                  aria-label={ui('pairs.remove', { what: pool.name })}
                  onClick={() => onChange(pools.filter((_, at) => at !== index))}
                />
              </div>
              {wrong !== undefined && <FieldHelp id={`${id}-${index}`} text={wrong} isError />}
            </div>
          );
        })}
        {pools.length < POOL_LIMITS.ofCreation && (
          <div>
            <Button variant="link" isInline icon={<PlusCircleIcon />} onClick={() => open()}>
              {text('title.add')}
            </Button>
          </div>
        )}
      </div>
    </FieldShell>
  );
}
