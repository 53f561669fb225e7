import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';

/** What is wrong with a field, or what to know about it, right below. */
export function FieldHint({ id, error, hint }: { id: string; error?: string | undefined; hint?: string | undefined }) {
  const text = error ?? hint;
  return (
    <HelperText id={id} isLiveRegion>
      {text !== undefined && (
        <HelperTextItem variant={error === undefined ? 'warning' : 'error'} screenReaderText="">
          {text}
        </HelperTextItem>
      )}
    </HelperText>
  );
}
