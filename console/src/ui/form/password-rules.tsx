import { passwordMeter } from '@gantry/contract/wire/password';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { useUiText } from '../text.ts';

/** What a new password has to have, and what of it is there: one of the two lists must be complete (decision I1). */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useUiText();
  return (
    <div className="gantry-password-rules">
      {passwordMeter(password).map((parts, index) => {
        const title = t(index === 0 ? 'password.either' : 'password.or');
        return (
          <div key={parts[0]?.part}>
            <span>{title}</span>
            <HelperText component="ul" aria-label={title}>
              {parts.map(({ part, there }) => (
                <HelperTextItem
                  key={part}
                  component="li"
                  variant={there ? 'success' : 'indeterminate'}
                  screenReaderText={t(there ? 'password.met' : 'password.unmet')}
                >
                  {t(`password.${part}`)}
                </HelperTextItem>
              ))}
            </HelperText>
          </div>
        );
      })}
    </div>
  );
}
