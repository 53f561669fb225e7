import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useRef } from 'react';

export interface FileButtonProps {
  label: string;
  /** Kinds of files that the browser offers first: `.pub,text/plain`. */
  accept: string;
  /** Bytes of the file that are looked at. */
  limit: number;
  onText(text: string): void;
}

/** Reads a field's text from a file. */
export function FileButton({ label, accept, limit, onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => onText((await file.slice(0, limit).text()).trim());
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void read(file);
          target.value = '';
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  );
}
