import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useRef } from 'react';

export interface FileButtonProps {
  label: string;
  /** Kinds of files that the browser offers first: `.pub,text/plain`. */
  accept: string;
  /** Bytes of the file that are looked at. */
  limit: number;
  /** The field takes bytes that are no text in base64. */
  binary?: boolean;
  onText(text: string): void;
}

/** A file as text; bytes that are none in base64, where the field takes that. */
function textOf(bytes: Uint8Array, binary: boolean): string {
  const text = new TextDecoder().decode(bytes);
  return binary && text.includes('\uFFFD') ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) : text;
}

/** Reads a field's text from a file. */
export function FileButton({ label, accept, limit, binary = false, onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => onText(textOf(new Uint8Array(await file.slice(0, limit).arrayBuffer()), binary).trim());
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
