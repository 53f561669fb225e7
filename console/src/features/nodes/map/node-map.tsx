import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { WORD_TONES } from '@gantry/contract/nouns/servers/statuses';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../../../app/errors/failure.ts';
import type { ListMapProps } from '../../../app/resource/list-map.tsx';
import { propertiesOf } from '../../../ui/list/properties.tsx';
import { Details } from '../../../ui/show/details.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { useUiText } from '../../../ui/text.ts';
import { Blocks } from './blocks.tsx';
import './map.css';
import { STATE_WORDS } from './state-of.ts';
import { useNodeServers } from './use-node-servers.ts';

/** What is told of a node beside its name. */
const TOLD: ReadonlySet<string> = new Set(['vcpus', 'memory']);
const NONE: readonly ComputeNode[] = [];
/** The least part of the largest node's height: below it nothing could be seen. */
const LEAST = 0.15;

/** The nodes of a page by size and use, with their virtual machines as blocks. */
export function NodeMap({ items: nodes, name, columns, peeked, onPeek }: ListMapProps<ComputeNode>) {
  const { t } = useTranslation('nodes');
  const { t: ui } = useUiText();
  const failureOf = useFailure();
  const shown = nodes ?? NONE;
  const { of, error, refetch } = useNodeServers(shown.map(({ host }) => host));
  // Where it fails later, what was known stays.
  const isUnknown = error !== null && shown.some(({ host }) => !of.has(host));
  const largest = Math.max(1, ...shown.map(({ statistics }) => statistics.compute.vm_mem_capacity));
  const status = columns.find(({ key }) => key === 'status');
  const told = columns.filter(({ key }) => TOLD.has(key));
  if (!nodes) return <Skeleton height="12rem" screenreaderText={ui('loading')} />;
  return (
    <>
      <p className="gantry-subtle">{t('map.hint')}</p>
      <ul className="gantry-node-legend">
        {STATE_WORDS.map((word) => (
          <li key={word}>
            <span className="gantry-node-block" data-state={word} data-tone={WORD_TONES[word]} aria-hidden />
            {t(`map.state.${word}`)}
          </li>
        ))}
      </ul>
      {isUnknown && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      <ul className="gantry-node-map">
        {nodes.map((node) => (
          <li key={node.id}>
            <div className="gantry-node-head">
              <h2>{name.render?.(node)}</h2>
              {status?.render?.(node)}
            </div>
            <Details narrow properties={propertiesOf(told, node)} />
            {(!isUnknown || of.has(node.host)) && (
              <Blocks
                node={node}
                on={of.get(node.host)}
                share={Math.max(LEAST, node.statistics.compute.vm_mem_capacity / largest)}
                peeked={peeked}
                onPeek={onPeek}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
