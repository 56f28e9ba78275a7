import { valueAt } from '@heddle/contract/call/json'
import type { ObjectRecord } from '@heddle/contract/objects'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useObjectsOfClass } from '../../api/objects.ts'
import { useWriteAccess } from '../../api/session.ts'
import { useRowCounts } from '../../api/tables.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { formatBytes, formatCount } from '../../format/number.ts'
import { useProjectId } from '../../navigation/params.ts'
import { datasetPath } from '../../navigation/paths.ts'
import { tableDigest } from '../../object/ref.ts'
import { NewDatasetDialog } from './NewDatasetDialog.tsx'
import styles from './Page.module.css'

interface DatasetRow {
  readonly object: ObjectRecord
  readonly count: number | undefined
  readonly bytes: number | null | undefined
}

const NONE: readonly ObjectRecord[] = []

export default function DatasetsPage() {
  const projectId = useProjectId()
  const query = useObjectsOfClass(projectId, 'Dataset')
  const { data: objects = NONE, isPending } = query
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const writeAccess = useWriteAccess(projectId)
  const tables = useMemo(
    () => objects.flatMap(({ val }) => tableDigest(valueAt(val, 'rows')) ?? []),
    [objects],
  )
  const { data: counts } = useRowCounts(projectId, tables)
  const rows = useMemo(
    () =>
      objects.map((object): DatasetRow => {
        const table = counts?.get(tableDigest(valueAt(object.val, 'rows')) ?? '')
        return { object, count: table?.count, bytes: table?.storage_size_bytes }
      }),
    [objects, counts],
  )
  return (
    <FullPage>
      <PageHeader
        title="Datasets"
        aside={query.data?.length}
        actions={
          <Button variant="primary" icon="plus" {...writeAccess} onClick={() => setCreating(true)}>
            New dataset
          </Button>
        }
      />
      {isCreating && <NewDatasetDialog projectId={projectId} onClose={() => setCreating(false)} />}
      <Loaded what="datasets" queries={[query]}>
        <DataTable
          label="Datasets"
          columns={COLUMNS}
          rows={rows}
          rowId={({ object }) => object.object_id}
          isLoading={isPending}
          onOpen={({ object }) => navigate(hrefOf(object))}
          empty={
            <EmptyState title="No datasets yet" icon="table">
              Create one from a file, publish one with the SDK, or select calls in the traces table and add
              them to one.
            </EmptyState>
          }
        />
      </Loaded>
    </FullPage>
  )
}

const hrefOf = ({ project_id, object_id, digest }: ObjectRecord): string =>
  datasetPath(project_id, object_id, digest)

const COLUMNS: readonly DataColumn<DatasetRow>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 240,
    grow: 2,
    cell: ({ object }) => (
      <Link href={hrefOf(object)} className={styles.name}>
        {object.object_id}
      </Link>
    ),
  },
  {
    id: 'rows',
    title: 'Rows',
    width: 90,
    align: 'end',
    cell: ({ count }) => (count === undefined ? '–' : formatCount(count)),
  },
  {
    id: 'size',
    title: 'Size',
    width: 90,
    align: 'end',
    cell: ({ bytes }) => (typeof bytes === 'number' ? formatBytes(bytes) : '–'),
  },
  {
    id: 'version',
    title: 'Latest',
    width: 80,
    cell: ({ object }) => <Chip>v{object.version_index}</Chip>,
  },
  {
    id: 'created',
    title: 'Published',
    width: 120,
    grow: 1,
    cell: ({ object }) => <TimeAgo at={object.created_at} />,
  },
]
