import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Progress } from '@patternfly/react-core/dist/esm/components/Progress';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenericDialog } from '../../../ui/dialog/generic-dialog.tsx';
import { numberFormat } from '../../../ui/format.ts';
import { useUiText } from '../../../ui/text.ts';
import { typeStrokes, type KeySink } from './keyboard.ts';
import { strokesOf } from './keysyms.ts';
import { LAYOUTS, type LayoutName } from './layouts.ts';

/** Milliseconds between two characters. */
const SPEEDS = { fast: 20, normal: 50, slow: 200 } as const;
type Speed = keyof typeof SPEEDS;

/** The language whose keyboard a layout is. */
const LANGUAGES: Readonly<Record<LayoutName, string>> = {
  us: 'en-US',
  gb: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es-ES',
  pt: 'pt-PT',
  br: 'pt-BR',
  tr: 'tr',
  jp: 'ja',
};

/** Types a text into the guest, key by key: for what cannot be pasted, such as a login or a rescue shell. */
export function TextDialog({ sink, onClose }: { sink: KeySink | undefined; onClose(): void }) {
  const { t, i18n } = useTranslation('servers');
  const { t: ui } = useUiText();
  const id = useId();
  const [text, setText] = useState('');
  const [layout, setLayout] = useState<LayoutName>('us');
  const [speed, setSpeed] = useState<Speed>('normal');
  const [progress, setProgress] = useState<{ typed: number; total: number }>();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const { current } = stop;
    return () => current.abort();
  }, []);
  const number = numberFormat(i18n.language);
  const progressText = progress && `${number.format(progress.typed)} / ${number.format(progress.total)}`;
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const send = async (): Promise<void> => {
    if (!sink || progress) return;
    const strokes = strokesOf(text, layout);
    const onTyped = (typed: number): void => setProgress({ typed, total: strokes.length });
    onTyped(0);
    await typeStrokes(sink, strokes, { pause: SPEEDS[speed], signal: stop.current.signal, onTyped });
    if (!stop.current.signal.aborted) onClose();
  };
  return (
    <GenericDialog
      title={t('screen.send-text')}
      focus={`[id="${id}-text"]`}
      actions={{
        end: [
          { label: t('screen.send'), disabled: text === '' || !sink, busy: progress !== undefined, run: () => void send() },
          { label: ui('cancel'), variant: 'link', run: onClose },
        ],
      }}
      onClose={onClose}
    >
      <p>{t('screen.send-text-body')}</p>
      <Form id={`${id}-form`} onSubmit={(event) => event.preventDefault()}>
        <FormGroup fieldId={`${id}-text`} label={t('screen.text')}>
          <TextArea
            id={`${id}-text`}
            rows={6}
            value={text}
            dir="auto"
            spellCheck={false}
            resizeOrientation="vertical"
            {...(progress && { readOnlyVariant: 'default' as const })}
            onChange={(_, value) => setText(value)}
          />
        </FormGroup>
        <FormGroup fieldId={`${id}-layout`} label={t('screen.layout')}>
          <FormSelect
            id={`${id}-layout`}
            value={layout}
            isDisabled={progress !== undefined}
            onChange={(_, value) => setLayout(value as LayoutName)}
          >
            {LAYOUTS.map((name) => (
              <FormSelectOption key={name} value={name} label={names.of(LANGUAGES[name]) ?? name} />
            ))}
          </FormSelect>
        </FormGroup>
        <FormGroup fieldId={`${id}-speed`} label={t('screen.speed')}>
          <FormSelect
            id={`${id}-speed`}
            value={speed}
            isDisabled={progress !== undefined}
            onChange={(_, value) => setSpeed(value as Speed)}
          >
            {(Object.keys(SPEEDS) as Speed[]).map((name) => (
              <FormSelectOption key={name} value={name} label={t(`screen.speeds.${name}`)} />
            ))}
          </FormSelect>
        </FormGroup>
        {progress && (
          <Progress
            aria-label={t('screen.typing')}
            value={progress.typed}
            min={0}
            max={Math.max(progress.total, 1)}
            valueText={progressText ?? ''}
            label={progressText}
          />
        )}
      </Form>
    </GenericDialog>
  );
}
