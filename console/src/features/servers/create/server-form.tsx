import { SERVER_LIMITS } from '@gantry/contract/constants';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { api } from '../../../app/api/calls.ts';
import { CreateForm } from '../../../app/create/create-form.tsx';
import { CreateSections } from '../../../app/create/create-sections.tsx';
import { QuotaPanel } from '../../../parts/quotas/quota-panel.tsx';
import { useDraftForm } from '../../../app/create/use-draft-form.ts';
import { useStatusText } from '../../../app/resource/noun-text.ts';
import { useCreated } from '../../../app/router/use-return.ts';
import { numberFormat } from '../../../ui/format.ts';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { ComingText } from '../../../ui/show/coming-text.tsx';
import { creationOf } from './creation.ts';
import { countOf, draftSchema, draftSchemaWithoutHa, EMPTY, isLockedOut, keptDraft, namesOf, parseDraft } from './draft.ts';
import { usesAfter } from './quota-use.ts';
import { roomFor } from './room.ts';
import './server-form.css';
import { chooseMade } from './source.ts';
import { FlavorStep } from './step/flavor.tsx';
import { ImageStep } from './step/image.tsx';
import { KeyStep } from './step/key.tsx';
import { NetworksStep } from './step/networks.tsx';
import { OptionsStep } from './step/options.tsx';
import { ScriptStep } from './step/script.tsx';
import type { StepProps } from './step/step-props.ts';
import { VolumesStep } from './step/volumes.tsx';
import { REQUIRED, STEPS, type Step } from './steps.ts';
import { useChosen } from './use-chosen.ts';
import { useDefaults } from './use-defaults.ts';
import { useSums } from './use-sums.ts';

interface ServerFormProps {
  projectId: string;
  /** Where what is typed is kept. */
  draftKey: string;
  /** The section that is open. */
  step: Step | undefined;
  onStep(step: Step | undefined): void;
  /** The id of the new one; null where there are several, and their names. */
  onDone(id: string | null, names: readonly string[]): void;
  onCancel(): void;
}

const CONTENTS: Readonly<Record<Step, ComponentType<StepProps>>> = {
  image: ImageStep,
  flavor: FlavorStep,
  networks: NetworksStep,
  volumes: VolumesStep,
  key: KeyStep,
  script: ScriptStep,
  options: OptionsStep,
};

/** A new server, or several alike: a name is enough, everything else is chosen and can be changed in its place. */
export function ServerForm({ projectId, draftKey, step, onStep, onDone, onCancel }: ServerFormProps) {
  const { t, i18n } = useTranslation('servers');
  const can = useCapabilities();
  const { form, draft, restored, startOver } = useDraftForm({
    key: draftKey,
    empty: EMPTY,
    parse: parseDraft,
    keep: keptDraft,
    noun: 'servers',
    kind: 'server',
    call: api.servers.create,
    schema: can.has('server.create:ha_enabled') ? draftSchema : draftSchemaWithoutHa,
    statusText: useStatusText('servers'),
    onDone: ({ id }, sent) => onDone(id, namesOf(sent)),
  });
  const awaits = useCreated((id) => chooseMade(form, step, id));
  const chosen = useChosen(draft, projectId);
  const undecided = useDefaults(form, chosen, projectId, !restored && !awaits);
  const sums = useSums({ form, draft, chosen }, undecided);
  const count = countOf(draft);
  const { flavor, quota, nodes } = chosen;
  const room = flavor.data && nodes && roomFor(nodes, flavor.data, draft.traits);
  const sections = STEPS.map((key) => {
    const Content = CONTENTS[key];
    const content = () => <Content form={form} draft={draft} chosen={chosen} />;
    const { text, isComing, wrong } = sums[key];
    return { key, title: t(`wizard.step.${key}`), required: REQUIRED.has(key), text: isComing ? <ComingText /> : text, wrong, content };
  });
  const side = (
    <>
      <div>
        <h2>
          <bdi>{draft.name || t('create.label')}</bdi>
          {count > 1 && ` × ${numberFormat(i18n.language).format(count)}`}
        </h2>
        {(['image', 'flavor', 'networks', 'volumes', 'key'] as const).map(
          (key) =>
            (sums[key].isComing || sums[key].text !== undefined) && (
              <div key={key} className="gantry-subtle">
                {sums[key].isComing ? <ComingText /> : <bdi>{sums[key].text}</bdi>}
              </div>
            ),
        )}
      </div>
      {quota && (
        <QuotaPanel
          uses={usesAfter(quota, creationOf(draft, chosen))}
          note={room === undefined ? undefined : room === 0 ? t('wizard.no-room') : t('wizard.room', { count: room })}
        />
      )}
    </>
  );
  return (
    <CreateForm
      form={form}
      label={t('create.label')}
      submitLabel={count === 1 ? t('create.submit') : t('wizard.submit', { count })}
      draft={{ restored, onStartOver: startOver }}
      onCancel={onCancel}
      side={side}
    >
      <TextField
        form={form}
        name="name"
        label={t('field.name')}
        required
        {...(count > 1 && { helper: t('wizard.numbered', { first: `${draft.name}-1`, last: `${draft.name}-${count}` }) })}
      />
      <NumberField form={form} name="count" label={t('wizard.count')} min={1} max={SERVER_LIMITS.count} />
      <CreateSections label={t('wizard.choices')} sections={sections} open={awaits ? undefined : step} onOpen={onStep} />
      {isLockedOut(draft) && (
        <HelperText>
          <HelperTextItem variant="warning" screenReaderText="">
            {t('wizard.no-sign-in')}
          </HelperTextItem>
        </HelperText>
      )}
    </CreateForm>
  );
}
