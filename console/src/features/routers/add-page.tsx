import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { draftOf, newSchema } from './gateway-draft.ts';
import { GatewayFields } from './gateway-fields.tsx';
import { InterfaceFields } from './interface-fields.tsx';
import { section } from './section.ts';

/** Makes a router: with its way out, and what it connects. */
export function Page() {
  const text = useNounText(section.noun);
  return (
    <SectionForm section={section} schema={newSchema} defaults={draftOf()}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <GatewayFields form={form} />
          <InterfaceFields form={form} />
        </>
      )}
    </SectionForm>
  );
}
