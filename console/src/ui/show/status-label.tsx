import type { Tone } from '@gantry/contract/wire/statuses';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { CheckCircleIconConfig } from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { ExclamationCircleIconConfig } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { ExclamationTriangleIconConfig } from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import { MinusCircleIconConfig } from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import type { ReactElement } from 'react';
import { glyphOf } from './glyph.tsx';
import './show.css';

const MARKS: Readonly<Record<Tone, ReactElement>> = {
  ok: glyphOf(CheckCircleIconConfig),
  warning: glyphOf(ExclamationTriangleIconConfig),
  error: glyphOf(ExclamationCircleIconConfig),
  neutral: glyphOf(MinusCircleIconConfig),
  // The word beside it is read out; a second "loading" would only be noise.
  progress: <Spinner isInline aria-hidden role="presentation" />,
};

/** A status: icon and word. */
export const StatusLabel = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className="gantry-status" data-tone={tone}>
    {MARKS[tone]}
    <span>{children}</span>
  </span>
);
