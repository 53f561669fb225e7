import type { Network } from '@gantry/contract/nouns/networks/entity';
import { isRoutedOnly } from '@gantry/contract/nouns/networks/rules';
import { useTranslation } from 'react-i18next';
import type { FieldValues } from 'react-hook-form';
import { ResourceField } from '../../app/form/resource-field.tsx';
import type { Options } from '../../app/list/use-options.ts';
import type { FieldProps } from '../../ui/form/fields.tsx';

interface NetworkFieldProps<I extends FieldValues, O> extends Omit<FieldProps<I, O>, 'required'> {
  options: Options<Network>;
  several?: boolean;
  hidesLabel?: boolean;
  /** Why one cannot be chosen, beside what holds for all. */
  obstacleOf?(one: Network): string | undefined;
  onPick?(one: Network | undefined): void;
}

/** Chooses networks, each with the addresses it has. */
export function NetworkField<I extends FieldValues, O>({ obstacleOf: own, ...props }: NetworkFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const subnets = { label: t('pick.subnets'), of: (one: Network) => <bdi>{one.subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi> };
  const obstacleOf = (one: Network) => (isRoutedOnly(one) ? t('fields.network_routed_only') : own?.(one));
  return <ResourceField {...props} cells={[subnets]} obstacleOf={obstacleOf} />;
}
