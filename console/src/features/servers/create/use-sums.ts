import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { addressesIn } from '../../../parts/networks/nic-draft.ts';
import { tagsIn } from '../../../ui/form/tags.ts';
import { creationOf } from './creation.ts';
import { nicsOf, type Draft } from './draft.ts';
import { flavorObstacle, mediumObstacle, serversObstacle, sizeObstacle, storageObstacle, type Obstacle } from './obstacles.ts';
import { bootVolumeGib } from './quota-use.ts';
import type { StepProps } from './step/step-props.ts';
import { FIELDS, STEPS, type Step } from './steps.ts';
import { snapshotOf, type Chosen, type ChosenResources } from './use-chosen.ts';
import { useObstacleText } from './use-obstacle-text.ts';
import { listFormat } from '../../../ui/format.ts';
import { errorAt } from '../../../ui/form/field-errors.ts';

interface Sum {
  /** What is chosen; undefined: nothing, or what is not known yet. */
  text: string | undefined;
  /** What is chosen, or what it is called, is on its way. */
  isComing: boolean;
  /** What is wrong with it. */
  wrong: string | undefined;
}

/** What is chosen in each section, and what is wrong with that. @param undecided sections whose usual choice is on its way */
export function useSums({ form, draft, chosen }: StepProps, undecided: ReadonlySet<Step>): Record<Step, Sum> {
  const { t } = useTranslation('servers');
  const texts = useChoiceTexts(draft, chosen);
  const { errors } = form.fields.formState;
  const why = useObstacleText();
  const sumOf = (step: Step): Sum => {
    const { text, gone, isComing } = texts[step];
    const error = errorAt(FIELDS[step], (field) => errors[field as keyof Draft]);
    const waits = isComing === true || (text === undefined && !gone && undecided.has(step));
    return {
      text: waits ? undefined : text,
      isComing: waits,
      wrong: gone ? t('wizard.gone') : (error ?? why(misfitOf(step, draft, chosen))),
    };
  };
  return Object.fromEntries(STEPS.map((step) => [step, sumOf(step)])) as Record<Step, Sum>;
}

/** What stands against a choice because of the image, or of the quota. */
function misfitOf(step: Step, draft: Draft, chosen: ChosenResources): Obstacle {
  const { flavor, image, quota } = chosen;
  const creation = creationOf(draft, chosen);
  if (step === 'flavor')
    return (flavor.data && flavorObstacle(flavor.data, image.data, draft.volume_size)) ?? serversObstacle(quota, creation);
  if (step !== 'volumes') return undefined;
  return sizeObstacle(draft.volume_size, image.data) ?? mediumObstacle(draft.volumes, image.data) ?? storageObstacle(quota, creation);
}

interface ChoiceText {
  /** Undefined where nothing has been chosen. */
  text: string | undefined;
  gone: boolean;
  isComing?: boolean;
}

function useChoiceTexts(draft: Draft, chosen: ChosenResources): Record<Step, ChoiceText> {
  const { t, i18n } = useTranslation('servers');
  const can = useCapabilities();
  const list = listFormat(i18n.language, { type: 'unit', style: 'short' });
  const gib = (size: number) => formatSize(fromGib(size), i18n.language);
  const said = <T>({ data, gone, isComing }: Chosen<T>, text: (data: T) => string): ChoiceText => ({
    text: data && text(data),
    gone,
    isComing,
  });
  /** Undefined among the parts: one whose name is being read. */
  const plain = (parts: readonly (string | undefined)[]): ChoiceText => {
    const known = parts.filter((part) => part !== undefined);
    return { text: known.length === 0 ? undefined : list.format(known), gone: false, isComing: known.length < parts.length };
  };
  const networks = nicsOf(draft).map((nic) => {
    const name = chosen.nameOf.network(nic.network_id);
    const ips = addressesIn(nic);
    return ips.length === 0 ? name : name && `${name} (${ips.join(', ')})`;
  });
  const further = draft.volumes.map((row) => {
    const { volume_id: id, snapshot_id: of, name, size, storage_policy_id: policy } = row;
    if (id !== undefined) {
      const volume = chosen.volumes.find((one) => one.id === id);
      return volume ? `${volume.name || id} (${gib(volume.size)})` : chosen.nameOf.volume(id);
    }
    if (of !== undefined) {
      const snapshot = snapshotOf(chosen, row);
      const made = name || chosen.nameOf.snapshot(of);
      return made && t('wizard.snapshot-of', { name: made, size: gib(size ?? snapshot?.size ?? 0) });
    }
    const kept = policy === undefined ? '' : chosen.nameOf.policy(policy);
    return kept === undefined ? undefined : `${name || t('wizard.empty-volume')} (${[gib(size ?? 0), kept].filter(Boolean).join(' · ')})`;
  });
  const bootText = (): ChoiceText => {
    const of = ({ name, id, size }: { name: string; id: string; size: number }) => ({ name: name || id, size: gib(size) });
    if (draft.volume_id !== undefined) return said(chosen.volume, (volume) => t('wizard.volume-of', of(volume)));
    if (draft.snapshot_id === undefined) return said(chosen.image, ({ name }) => name);
    return said(chosen.snapshot, (snapshot) => t('wizard.snapshot-of', of(snapshot)));
  };
  const creation = creationOf(draft, chosen);
  const made = bootVolumeGib(creation);
  const boot =
    made === 0
      ? []
      : [
          [
            t('wizard.boot-size', { size: gib(made) }),
            ...(creation.policy === undefined ? [] : [creation.policy]),
            t(draft.delete_on_termination ? 'wizard.boot-with' : 'wizard.boot-stays'),
          ].join(' · '),
        ];
  const options = [
    ...(can.has('server.create:ha_enabled') && draft.ha_enabled ? [t('field.ha')] : []),
    ...(draft.allow_live_resize ? [t('field.live-resize')] : []),
    ...draft.traits,
    ...tagsIn(draft.tags),
    ...draft.metadata.flatMap(({ key }) => (key === '' ? [] : [key])),
  ];
  const script = draft.user_data ?? '';
  return {
    image: bootText(),
    flavor: said(
      chosen.flavor,
      ({ name, vcpus, ram }) => `${name} · ${t('wizard.vcpus', { count: vcpus })} · ${formatSize(fromMib(ram), i18n.language)}`,
    ),
    networks: plain([...networks, ...(draft.reachable_from === undefined ? [] : [t('reach.title')])]),
    volumes: plain([...boot, ...further]),
    key: draft.key_pair_id === undefined ? plain([t('create.no-key')]) : said(chosen.key, ({ name }) => name),
    script: { text: script === '' ? undefined : t('wizard.lines', { count: script.trim().split('\n').length }), gone: false },
    options: plain(options),
  };
}
