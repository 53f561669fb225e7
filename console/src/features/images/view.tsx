import { IMAGE_LIMITS } from '@gantry/contract/constants';
import { distributionTitle } from '@gantry/contract/nouns/compute-cluster/distributions';
import { DISK_FORMATS, isUefi } from '@gantry/contract/nouns/images/formats';
import {
  isImageChangeable,
  isImageDeletable,
  isImageOffered,
  isImageReactivatable,
  isImageShareable,
  isImageUsable,
} from '@gantry/contract/nouns/images/rules';
import { IMAGE_STATUSES } from '@gantry/contract/nouns/images/statuses';
import CompactDiscIcon from '@patternfly/react-icons/dist/esm/icons/compact-disc-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Offers } from './offers.tsx';
import { isOwn } from './own.ts';
import { section } from './section.ts';
import { Sharing } from './sharing.tsx';
import { useImageActions } from './use-actions.ts';

/** Who may see an image, as it is asked for. */
const ACCESS = ['public', 'shared', 'community', 'private'] as const;

/** The images of the scope, and those that are shared with it. */
export const view = viewOf(section, {
  icon: CompactDiscIcon,
  members: [
    // What is typed where one is changed.
    { of: 'name', in: ['edit'], field: { required: true } },
    { of: 'description', in: ['edit'] },
    { of: 'os_distro', label: 'field.os', in: ['edit'], field: { own: () => import('./os-field.tsx').then(({ OsField }) => OsField) } },
    { of: 'min_disk', label: 'field.min-disk', kind: 'GiB', in: ['edit'], field: { max: IMAGE_LIMITS.minDisk } },
    { of: 'min_ram', label: 'field.min-ram', kind: 'MiB', in: ['edit'], field: { max: IMAGE_LIMITS.minRam } },
    { of: 'protected', kind: 'flag', in: ['edit'] },
    { typed: 'isPublic', in: ['edit'], field: { own: () => import('./public-field.tsx').then(({ PublicField }) => PublicField) } },
    // What is shown.
    { of: 'status', kind: 'status', statuses: IMAGE_STATUSES, sort: true },
    { of: 'type', value: ({ type }, { t }) => t(`type.${type}`) },
    { of: 'os_distro', key: 'os', label: 'field.os', value: ({ os_distro: distro }) => distro && distributionTitle(distro) },
    { of: 'size', kind: 'bytes', sort: true, value: ({ size }) => size || null },
    { of: 'min_disk', label: 'field.min-disk', kind: 'bytes', value: ({ min_disk: gib }) => fromGib(gib) || null },
    { of: 'min_ram', label: 'field.min-ram', kind: 'bytes', value: ({ min_ram: mib }) => fromMib(mib) || null },
    { of: 'traits', key: 'placements', label: 'field.placements', kind: 'words', optional: true },
    {
      of: 'visibility',
      key: 'access',
      label: 'field.access',
      value: ({ visibility }, { t }) => t(`access.${visibility}`),
    },
    common.created,
    {
      of: 'disk_format',
      key: 'format',
      label: 'field.format',
      in: ['details'],
      filter: { values: DISK_FORMATS.map((value) => ({ value, label: { same: value } })) },
    },
    {
      of: 'visibility',
      label: 'field.access',
      in: [],
      filter: { values: ACCESS.map((value) => ({ value, label: `access.${value}` as const })) },
    },
    {
      of: 'virtual_size',
      key: 'virtual',
      label: 'field.virtual',
      kind: 'bytes',
      in: ['details'],
      value: ({ virtual_size: size }) => size || null,
    },
    { key: 'firmware', label: 'field.firmware', in: ['details'], value: (image) => (isUefi(image) ? 'UEFI' : 'BIOS') },
    { of: 'username', key: 'user', label: 'field.user', in: ['details'] },
    { of: 'protected', kind: 'flag', in: ['details'] },
    { of: 'tags', kind: 'words', in: ['details'] },
    {
      of: 'os_hash_value',
      key: 'checksum',
      label: 'field.checksum',
      in: ['details'],
      details: ({ os_hash_algo: algorithm, os_hash_value: digest }, { t }) =>
        digest !== null && (
          <>
            <bdi dir="ltr">{algorithm}</bdi> <CopyText text={digest} label={t('field.checksum')} />
          </>
        ),
    },
    { of: 'description', in: ['details'] },
    common.id,
  ],
  edit: { call: api.images.update, rule: isImageChangeable, fits: isOwn, form: () => import('./change.ts').then(({ change }) => change) },
  actions: [
    'edit',
    {
      call: api.images.share,
      label: 'share.action',
      fits: isOwn,
      rule: (image) => isImageShareable(image, undefined),
      dialog: () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog),
    },
    {
      call: api.images.accept,
      label: 'accept.action',
      fits: ({ offer }) => offer === 'pending' || offer === 'rejected',
      rule: isImageOffered,
    },
    {
      call: api.images.reject,
      label: 'reject.action',
      fits: ({ offer }) => offer === 'pending' || offer === 'accepted',
      rule: isImageOffered,
    },
    {
      call: api.images.deactivate,
      label: 'deactivate.action',
      fits: ({ status }) => status !== 'deactivated',
      rule: isImageUsable,
      confirm: ({ name, id }, { t }) => ({ title: t('deactivate.title', { name: name || id }), body: t('deactivate.body') }),
    },
    {
      call: api.images.reactivate,
      label: 'reactivate.action',
      fits: ({ status }) => status === 'deactivated',
      rule: isImageReactivatable,
    },
  ],
  useActions: useImageActions,
  deletable: { rule: isImageDeletable, fits: isOwn, loses: () => true },
  above: <Offers />,
  body: (image, properties) => (
    <>
      {properties}
      {isOwn(image) && image.visibility === 'shared' && <Sharing image={image} />}
    </>
  ),
});
