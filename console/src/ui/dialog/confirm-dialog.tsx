import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Confirmation } from '../action/action.ts';
import { AS_IT_IS } from '../direction.ts';
import type { Failure } from '../failure.ts';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import './dialog.css';
import { fitsIn, LimitChoice } from './limit-choice.tsx';

interface ConfirmDialogProps extends Confirmation {
  danger?: boolean;
  /** Why it cannot be done (any more); the button is off and this is shown. */
  obstacle?: string | undefined;
  pending: boolean;
  /** Label of the way out; Cancel where absent. */
  cancel?: string;
  /** What went wrong at the last try. */
  failure?: Failure | undefined;
  /** What fails is not to be tried again: the button that does it is off then. */
  disableOnError?: boolean;
  /** Stops what is under way: Cancel does it while the answer is awaited. Absent: it goes on without the dialog. */
  abort?(): void;
  /** `instead`: the milder thing was chosen; else `limit` is what was asked for, where it was. */
  onConfirm(instead: boolean, limit?: number): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks before something is done. Cancel has the focus, so that a stray Enter does nothing; after a failure one may try again. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    body,
    confirm,
    phrase,
    instead,
    limit,
    danger = false,
    obstacle,
    pending,
    cancel,
    failure,
    disableOnError = false,
    abort,
    onConfirm,
    onClose,
    children,
  } = props;
  const { t } = useUiText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [mild, setMild] = useState(false);
  const [seconds, setSeconds] = useState(limit?.initial);
  const activeLimit = limit && !mild ? limit : undefined;
  const wrong = activeLimit && !fitsIn(activeLimit, seconds) ? activeLimit.wrong : undefined;
  const spent = failure !== undefined && disableOnError;
  const ready = !spent && obstacle === undefined && wrong === undefined && (phrase === undefined || typed.trim() === phrase);
  // Until it is shown that it is pending, a double click would confirm twice.
  const confirmed = useRef(false);
  useEffect(() => {
    confirmed.current = pending;
  });
  const submit = () => {
    if (!ready || confirmed.current) return;
    confirmed.current = true;
    onConfirm(mild, activeLimit && seconds);
  };
  const close = () => {
    if (pending) abort?.();
    onClose();
  };
  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      elementToFocus={`[id="${id}-cancel"]`}
      onEscapePress={close}
    >
      <ModalHeader
        labelId={`${id}-title`}
        title={title}
        {...(danger && { titleIconVariant: 'warning' as const, titleScreenReaderText: t('warning') })}
      />
      <ModalBody id={`${id}-body`}>
        <div className="gantry-confirm">
          {body !== undefined && <p>{body}</p>}
          {instead && (
            <Checkbox
              id={`${id}-instead`}
              label={instead.label}
              description={instead.helper}
              isChecked={mild}
              onChange={(_, on) => setMild(on)}
            />
          )}
          {activeLimit && <LimitChoice limit={activeLimit} value={seconds} error={wrong} onChange={setSeconds} />}
          {children}
          {phrase !== undefined && (
            <Form
              onSubmit={(event) => {
                event.preventDefault();
                submit();
              }}
            >
              <FormGroup fieldId={`${id}-phrase`} label={t('confirm.type', { phrase, ...AS_IT_IS })}>
                <TextInput id={`${id}-phrase`} value={typed} onChange={(_, text) => setTyped(text)} autoComplete="off" />
              </FormGroup>
            </Form>
          )}
          {obstacle !== undefined && <output>{obstacle}</output>}
          {failure && <ErrorState failure={failure} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button
          variant={danger ? 'danger' : 'primary'}
          isAriaDisabled={!ready}
          isLoading={pending}
          spinnerAriaLabel={t('working')}
          onClick={submit}
        >
          {failure && !spent ? t('error.retry') : instead && mild ? instead.confirm : confirm}
        </Button>
        <Button id={`${id}-cancel`} variant="link" onClick={close}>
          {cancel ?? t('cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
