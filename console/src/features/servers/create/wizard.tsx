import { SERVER_LIMITS } from '@gantry/contract/constants';
import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { Grid, GridItem } from '@patternfly/react-core/dist/esm/layouts/Grid';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreated } from '../../../app/router/use-return.ts';
import { DescriptionField } from '../../../ui/form/description-field.tsx';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { LeaveDialog } from '../../../ui/form/leave-guard.tsx';
import { FormFields } from '../../../ui/form/submit-form.tsx';
import { useUiText } from '../../../ui/text.ts';
import { creationOf } from './creation.ts';
import { countOf, isLockedOut } from './draft.ts';
import { Options } from './options.tsx';
import { QuotaPanel } from './quota-panel.tsx';
import { quotaAfter } from './quota-use.ts';
import { roomFor } from './room.ts';
import { chooseMade } from './source.ts';
import { StepWindow } from './step-window.tsx';
import { FlavorStep } from './step/flavor.tsx';
import { ImageStep } from './step/image.tsx';
import { KeyStep } from './step/key.tsx';
import { NetworksStep } from './step/networks.tsx';
import { ScriptStep } from './step/script.tsx';
import type { StepProps } from './step/step-props.ts';
import { VolumesStep } from './step/volumes.tsx';
import type { Step } from './steps.ts';
import { Summary } from './summary.tsx';
import { useChosen } from './use-chosen.ts';
import { useDraftForm } from './use-draft-form.ts';

interface WizardProps {
  projectId: string;
  /** Where what is typed is kept. */
  draftKey: string;
  /** The step that is open over the summary. */
  step: Step | undefined;
  onStep(step: Step | undefined): void;
  onDone(): void;
  onCancel(): void;
}

const WINDOWS: Readonly<Record<Step, ComponentType<StepProps>>> = {
  image: ImageStep,
  flavor: FlavorStep,
  networks: NetworksStep,
  volumes: VolumesStep,
  key: KeyStep,
  script: ScriptStep,
};

/** A new server, or several alike: a summary of what was chosen, a window for each step, and what is left of the quota. */
export function Wizard({ projectId, draftKey, step, onStep, onDone, onCancel }: WizardProps) {
  const { t } = useTranslation('servers');
  const { form, draft, restored, startOver } = useDraftForm(draftKey, onDone);
  const awaits = useCreated((id) => chooseMade(form, step, id));
  const chosen = useChosen(draft, projectId);
  const count = countOf(draft);
  const Window = step && WINDOWS[step];
  const { flavor, quota, nodes } = chosen;
  const discard = () => {
    startOver();
    onCancel();
  };
  const room = flavor.data && nodes && roomFor(nodes, flavor.data, draft.traits);
  return (
    <Grid hasGutter>
      <GridItem span={12} lg={8}>
        <div className="gantry-form">
          <FormFields form={form} label={t('create.label')}>
            {restored && (
              <Alert
                isInline
                variant="info"
                component="h2"
                title={t('wizard.restored')}
                actionLinks={
                  <Button variant="link" isInline onClick={startOver}>
                    {t('wizard.start-over')}
                  </Button>
                }
              />
            )}
            <TextField
              form={form}
              name="name"
              label={t('field.name')}
              required
              {...(count > 1 && { helper: t('wizard.numbered', { first: `${draft.name}-1`, last: `${draft.name}-${count}` }) })}
            />
            <NumberField form={form} name="count" label={t('wizard.count')} min={1} max={SERVER_LIMITS.count} />
            <DescriptionField form={form} label={t('field.description')} />
            <Summary form={form} draft={draft} chosen={chosen} onOpen={onStep} />
            {isLockedOut(draft) && (
              <HelperText>
                <HelperTextItem variant="warning">{t('wizard.no-sign-in')}</HelperTextItem>
              </HelperText>
            )}
            <Options form={form} draft={draft} chosen={chosen} />
            <ActionList>
              <ActionListGroup>
                <ActionListItem>
                  <Button type="submit" isAriaDisabled={form.awaits} isLoading={form.pending} spinnerAriaLabel={t('wizard.creating')}>
                    {count === 1 ? t('create.submit') : t('wizard.submit', { count })}
                  </Button>
                </ActionListItem>
                <ActionListItem>
                  <Cancel isEmpty={!restored && !form.wouldLose()} onDiscard={discard} />
                </ActionListItem>
              </ActionListGroup>
            </ActionList>
          </FormFields>
        </div>
      </GridItem>
      <GridItem span={12} lg={4}>
        {quota && (
          <QuotaPanel
            uses={quotaAfter(quota, creationOf(draft, chosen))}
            note={room === undefined ? undefined : room === 0 ? t('wizard.no-room') : t('wizard.room', { count: room })}
          />
        )}
      </GridItem>
      {step && Window && !awaits && (
        <StepWindow title={t(`wizard.step.${step}`)} onDone={() => onStep(undefined)}>
          <Window form={form} draft={draft} chosen={chosen} />
        </StepWindow>
      )}
    </Grid>
  );
}

/** Leaves the wizard without creating anything; asks first where that loses what was typed. */
function Cancel({ isEmpty, onDiscard }: { isEmpty: boolean; onDiscard(): void }) {
  const { t } = useUiText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="link" onClick={() => (isEmpty ? onDiscard() : setAsking(true))}>
        {t('cancel')}
      </Button>
      {asking && <LeaveDialog onLeave={onDiscard} onStay={() => setAsking(false)} />}
    </>
  );
}
