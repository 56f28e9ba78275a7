import type { ObjectRecord } from '@heddle/contract/objects'
import { Link } from 'wouter'
import { Chip } from '../../components/Chip.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { TimeAgo } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { formatBytes } from '../../format/number.ts'
import { classOf, iconOf } from '../../object/class.ts'
import type { Label, LabelledObject } from '../../object/labels.ts'
import { versionPath } from '../../object/ref.ts'
import styles from './Page.module.css'

export const OBJECT_COLUMNS: readonly DataColumn<LabelledObject>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 240,
    grow: 2,
    cell: (object) => (
      <Link href={hrefOf(object)} className={styles.name}>
        <Icon name={iconOf(object)} size={14} />
        <span className={styles.text}>{object.object_id}</span>
      </Link>
    ),
  },
  { id: 'class', title: 'Class', width: 160, grow: 1, cell: classOf },
  {
    id: 'version',
    title: 'Latest',
    width: 80,
    cell: ({ version_index }) => <Chip>v{version_index}</Chip>,
  },
  {
    id: 'labels',
    title: 'Tags and aliases',
    width: 200,
    grow: 1,
    cell: ({ labels }) => <Labels labels={labels} />,
  },
  {
    id: 'size',
    title: 'Size',
    width: 80,
    align: 'end',
    cell: ({ size_bytes }) => (size_bytes === null ? '–' : formatBytes(size_bytes)),
  },
  { id: 'created', title: 'Published', width: 110, cell: ({ created_at }) => <TimeAgo at={created_at} /> },
]

export const hrefOf = (object: ObjectRecord): string =>
  versionPath({
    projectId: object.project_id,
    kind: object.kind,
    name: object.object_id,
    digest: object.digest,
  })

/** Tags and aliases of all versions, with the version unless it is the latest. */
function Labels({ labels }: { readonly labels: readonly Label[] }) {
  return (
    <span className={styles.labels}>
      {labels.map(({ kind, name, version, isLatest }) => (
        <Chip
          key={`${kind} ${name} ${version}`}
          {...(kind === 'alias' ? { tone: 'accent' } : { icon: 'tag' })}
          title={`${name} on ${version}`}
        >
          {isLatest ? name : `${name} ${version}`}
        </Chip>
      ))}
    </span>
  )
}
