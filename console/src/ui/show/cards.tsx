import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import type { ReactNode } from 'react';
import './show.css';

/** Parts of what there is to say of one thing, side by side where there is room. */
export const Cards = ({ children }: { children: ReactNode }) => <div className="gantry-cards">{children}</div>;

/** One of the parts, under its title. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card isCompact component="section" aria-label={title}>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
}
