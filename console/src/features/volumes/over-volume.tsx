/** The dialogs that have an address of their own, over the page of their volume (S2 §2). */
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { isSnapshotComplete, isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { isVolumeCopyable, isVolumeImageable } from '@gantry/contract/nouns/volumes/rules';
import { useParams } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { OverPage } from '../../app/resource/over-page.tsx';
import { addressIn } from '../../app/resource/routes.ts';
import { useNounReason } from '../../app/resource/reason-text.ts';
import { useItemId } from '../../app/resource/use-item-id.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { FromSnapshotDialog } from './from-snapshot-dialog.tsx';
import { SnapshotImageDialog, VolumeImageDialog } from './image-dialog.tsx';
import { view } from './view.tsx';
import { section, SNAPSHOTS } from './section.ts';
import { SnapshotEditDialog } from './snapshot-edit.tsx';

interface DialogOf<T> {
  item: T;
  dialog: ComponentType<ActionDialogProps<T>>;
  rule: Rule<T>;
  noun: 'volumes' | 'volume-snapshots';
  onClose(): void;
}

/** A dialog with what stood in its way when it was opened: by its own success the thing changes before it closes. */
function Opened<T>({ item, dialog: Dialog, rule, noun, onClose }: DialogOf<T>) {
  const reason = useNounReason(noun);
  const [verdict] = useState(() => rule(item));
  return <Dialog item={item} obstacle={verdict === true ? undefined : reason(verdict)} onClose={onClose} />;
}

const ofVolume = (dialog: ComponentType<ActionDialogProps<Volume>>, rule: Rule<Volume>) => () => (
  <OverPage section={section} page={view.Details}>
    {(volume, close) => <Opened item={volume} dialog={dialog} rule={rule} noun="volumes" onClose={close} />}
  </OverPage>
);

function OfSnapshot({ dialog, rule }: Pick<DialogOf<VolumeSnapshot>, 'dialog' | 'rule'>) {
  const { snapshotId = '' } = useParams({ strict: false }) as { snapshotId?: string };
  const { data } = useItem(api.volumeSnapshots.read, { snapshotId });
  const back = addressIn(SNAPSHOTS)(useItemId(section.calls.read));
  return (
    <OverPage section={section} page={view.Details} back={back}>
      {({ id }, close) =>
        data?.volume_id === id && <Opened item={data} dialog={dialog} rule={rule} noun="volume-snapshots" onClose={close} />
      }
    </OverPage>
  );
}

const ofSnapshot = (dialog: ComponentType<ActionDialogProps<VolumeSnapshot>>, rule: Rule<VolumeSnapshot>) => () => (
  <OfSnapshot dialog={dialog} rule={rule} />
);

export const Clone = ofVolume(CloneDialog, isVolumeCopyable);
export const ToImage = ofVolume(VolumeImageDialog, isVolumeImageable);
export const EditSnapshot = ofSnapshot(SnapshotEditDialog, isSnapshotRenamable);
export const SnapshotToImage = ofSnapshot(SnapshotImageDialog, isSnapshotComplete);
export const SnapshotToVolume = ofSnapshot(FromSnapshotDialog, isSnapshotComplete);
