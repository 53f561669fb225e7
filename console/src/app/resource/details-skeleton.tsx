import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { Cards } from '../../ui/show/cards.tsx';
import { DetailsTitle } from './details-head.tsx';
import './resource.css';

/** What a page about one thing looks like before it is known. */
export interface DetailsShape {
  /** false: nothing stands beside its name. */
  status?: false;
  /** How many tabs it has, where it has some. */
  tabs?: number;
  /** Its parts stand in cards of their own, side by side; absent: one card with all of it. */
  cards?: number;
}

/** What stands at the end of a page's head: two buttons and a menu. */
const ACTIONS = 3;
/** Lines of a card. */
const LINES = 6;

const CardBones = ({ lines = LINES }: { lines?: number }) => (
  <Card isCompact>
    <CardBody>
      <div className="gantry-bones">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} />
        ))}
      </div>
    </CardBody>
  </Card>
);

/**
 * The page of one thing while that is on its way: everything where it will be, so that nothing moves when it comes.
 * @param name what it is called, as far as that is known; else what its kind is
 */
export function DetailsSkeleton({ name, label, shape: { status, tabs, cards } }: { name: string; label: string; shape: DetailsShape }) {
  const body =
    cards === undefined ? (
      <CardBones />
    ) : (
      <Cards>
        {Array.from({ length: cards }, (_, card) => (
          <CardBones key={card} />
        ))}
      </Cards>
    );
  return (
    <div className="gantry-details-bones">
      <div className="gantry-details-head">
        <div>
          <DetailsTitle name={name} status={status !== false && <Skeleton width="5rem" />} />
          <div className="gantry-details-line">
            <Skeleton width="12rem" />
          </div>
        </div>
        <div className="gantry-bones-actions">
          {Array.from({ length: ACTIONS }, (_, action) => (
            <Skeleton key={action} {...(action === 0 && { screenreaderText: label })} />
          ))}
        </div>
      </div>
      <div inert>
        {tabs === undefined ? (
          body
        ) : (
          <>
            <Tabs activeKey={0} aria-hidden>
              {Array.from({ length: tabs }, (_, tab) => (
                <Tab
                  key={tab}
                  eventKey={tab}
                  title={
                    <TabTitleText>
                      <Skeleton width="5rem" />
                    </TabTitleText>
                  }
                />
              ))}
            </Tabs>
            <div className="gantry-tab">{body}</div>
          </>
        )}
      </div>
    </div>
  );
}
