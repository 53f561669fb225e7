import { CopyButton } from './copy-button.tsx';

/** A text, such as an id, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <span className="gantry-copy">
      <bdi>
        <code>{text}</code>
      </bdi>{' '}
      <CopyButton text={text} label={label} />
    </span>
  );
}
