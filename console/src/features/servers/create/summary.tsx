import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { useTranslation } from 'react-i18next';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import './create.css';
import { addressesIn } from '../attachments/nic-draft.ts';
import { nicsOf, type Draft } from './draft.ts';
import { creationOf, policyName } from './creation.ts';
import { flavorObstacle, mediumObstacle, serversObstacle, sizeObstacle, storageObstacle, type Obstacle } from './obstacles.ts';
import { FIELDS, STEPS, type Step } from './steps.ts';
import type { StepProps } from './step/step-props.ts';
import { snapshotOf, type Chosen, type ChosenThings } from './use-chosen.ts';
import { useObstacleText } from './use-obstacle-text.ts';
import { listFormat } from '../../../ui/format.ts';

/** One row for each step: what was chosen there, what is wrong with it, and the way there. */
export function Summary({ form, draft, chosen, onOpen }: StepProps & { onOpen(step: Step): void }) {
  const { t } = useTranslation('servers');
  const texts = useChoiceTexts(draft, chosen);
  const { errors } = form.fields.formState;
  const why = useObstacleText();
  return (
    <ul className="gantry-choices" aria-label={t('wizard.choices')}>
      {STEPS.map((step) => {
        const misfit = why(misfitOf(step, draft, chosen));
        const error = FIELDS[step].map((field) => errors[field]?.message).find((message) => message !== undefined) ?? misfit;
        const { text, gone } = texts[step];
        const wrong = gone ? t('wizard.gone') : error;
        const title = t(`wizard.step.${step}`);
        return (
          <li key={step} className="gantry-choice" {...(wrong !== undefined && { 'data-field-error': '' })}>
            <div>
              <strong>{title}</strong>
              <div>
                <bdi>{text ?? <span className="gantry-subtle">{t('wizard.nothing')}</span>}</bdi>
              </div>
              {wrong !== undefined && (
                <HelperText>
                  <HelperTextItem variant="error" aria-live="polite">
                    {wrong}
                  </HelperTextItem>
                </HelperText>
              )}
            </div>
            <Button
              id={`step-${step}`}
              variant="secondary"
              aria-label={t(text === undefined ? 'wizard.choose-what' : 'wizard.change-what', { what: title })}
              onClick={() => onOpen(step)}
            >
              {t(text === undefined ? 'wizard.choose' : 'wizard.change')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** What stands against a choice because of the image, or of the quota. */
function misfitOf(step: Step, draft: Draft, chosen: ChosenThings): Obstacle {
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
}

function useChoiceTexts(draft: Draft, chosen: ChosenThings): Record<Step, ChoiceText> {
  const { t, i18n } = useTranslation('servers');
  const list = listFormat(i18n.language, { type: 'unit', style: 'short' });
  const gib = (size: number) => formatSize(fromGib(size), i18n.language);
  const said = <T,>({ data, gone }: Chosen<T>, id: string | undefined, text: (data: T) => string): ChoiceText => ({
    text: id === undefined || id === '' ? undefined : data === undefined ? id : text(data),
    gone,
  });
  const plain = (parts: readonly string[]): ChoiceText => ({ text: parts.length === 0 ? undefined : list.format(parts), gone: false });
  const networks = nicsOf(draft).map((nic) => {
    const name = chosen.networks.find((network) => network.id === nic.network_id)?.name ?? nic.network_id;
    const ips = addressesIn(nic);
    return ips.length === 0 ? name : `${name} (${ips.join(', ')})`;
  });
  const policy = (id: string | undefined) => (id === undefined ? [] : [policyName(chosen.policies, id) ?? id]);
  const further = draft.volumes.map((row) => {
    const { volume_id: id, snapshot_id: of, name, size, storage_policy_id } = row;
    const volume = chosen.volumes.find((one) => one.id === id);
    if (id !== undefined) return volume ? `${volume.name || id} (${gib(volume.size)})` : id;
    if (of === undefined) return `${name || t('wizard.empty-volume')} (${[gib(size ?? 0), ...policy(storage_policy_id)].join(' · ')})`;
    const snapshot = snapshotOf(chosen, row);
    return t('wizard.snapshot-of', { name: name || snapshot?.name || of, size: gib(size ?? snapshot?.size ?? 0) });
  });
  const bootText = (): ChoiceText => {
    const of = ({ name, id, size }: { name: string; id: string; size: number }) => ({ name: name || id, size: gib(size) });
    if (draft.volume_id !== undefined) return said(chosen.volume, draft.volume_id, (volume) => t('wizard.volume-of', of(volume)));
    if (draft.snapshot_id === undefined) return said(chosen.image, draft.image_id, ({ name }) => name);
    return said(chosen.snapshot, draft.snapshot_id, (snapshot) => t('wizard.snapshot-of', of(snapshot)));
  };
  const ofBoot = [
    ...(draft.volume_size === undefined ? [] : [gib(draft.volume_size)]),
    ...(draft.volume_id === undefined && draft.snapshot_id === undefined ? policy(draft.storage_policy_id) : []),
  ];
  const boot = ofBoot.length === 0 ? [] : [t('wizard.boot-size', { size: ofBoot.join(' · ') })];
  const script = draft.user_data ?? '';
  return {
    image: bootText(),
    flavor: said(
      chosen.flavor,
      draft.flavor_id,
      ({ name, vcpus, ram }) => `${name} · ${t('wizard.vcpus', { count: vcpus })} · ${formatSize(fromMib(ram), i18n.language)}`,
    ),
    networks: plain(networks),
    volumes: plain([...boot, ...further]),
    key: said(chosen.key, draft.key_pair_id, ({ name }) => name),
    script: { text: script === '' ? undefined : t('wizard.lines', { count: script.trim().split('\n').length }), gone: false },
  };
}
