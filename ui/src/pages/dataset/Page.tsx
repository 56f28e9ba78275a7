import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useVersions } from '../../api/objects.ts'
import type { TableSorting } from '../../api/tables.ts'
import { buttonClass } from '../../components/Button.tsx'
import { ColumnChooser } from '../../components/DataTable/ColumnChooser.tsx'
import { type TableSort, useTableLayout } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { useRowCommands } from '../../components/DataTable/useRowCommands.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { usePathParam, useProjectId, useSearchParam } from '../../navigation/params.ts'
import { datasetPath, objectPath } from '../../navigation/paths.ts'
import { columnName, gridColumns } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { indexAfter, rowCountText, sortPath } from './grid.ts'
import styles from './Page.module.css'
import { RowFilterBar } from './RowFilterBar.tsx'
import { RowPane } from './RowPane.tsx'
import { rowFilter } from './row-filter.ts'
import { useDataset, useKnownColumns } from './useDataset.ts'

export default function DatasetPage() {
  const projectId = useProjectId()
  const name = usePathParam('name')
  const [sort, sortBy] = useSort()
  const sorting = sort && sortingOf(sort.column, sort.direction)
  const [filter = '', setFilter] = useSearchParam('filter')
  const read = useMemo(() => rowFilter(filter), [filter])
  const query = 'query' in read ? read.query : undefined
  const choice = { ...(query && { query }), ...(sorting && { sort: sorting }) }
  const dataset = useDataset(projectId, name, usePathParam('digest'), choice)
  const { rows, table, version } = dataset
  const known = useKnownColumns(rows, table)
  const columns = useMemo(() => gridColumns(known), [known])
  const [layout, setLayout] = useTableLayout(`${projectId}.dataset.${name}`)
  const [chosen, choose] = useSearchParam('row')
  const open = chosen !== undefined && /^\d+$/.test(chosen) ? Number(chosen) : undefined

  const step = (by: number) => {
    const isWhole = !query && !sorting
    const next = indexAfter(open, by, { rows, count: dataset.count ?? rows.length, isWhole })
    if (next !== undefined) choose(String(next), { replace: true })
  }
  const close = () => choose(undefined)
  useRowCommands({
    one: 'row',
    group: 'Dataset',
    isOpen: chosen !== undefined,
    onStep: step,
    onClose: close,
  })

  const actions = (
    <>
      <VersionSelect projectId={projectId} name={name} digest={version?.digest} />
      <Link
        href={objectPath(projectId, name, version?.digest ?? 'latest')}
        className={buttonClass('secondary')}
      >
        Versions
      </Link>
      {table !== undefined && <ExportMenu projectId={projectId} name={name} table={table} choice={choice} />}
      <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
    </>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title={name}
        aside={
          dataset.count === undefined
            ? undefined
            : rowCountText({
                all: dataset.count,
                isFiltered: query !== undefined,
                loaded: dataset.isLoading || dataset.isOutdated ? undefined : rows.length,
                hasMore: dataset.hasMore,
              })
        }
        actions={actions}
      />
      <RowFilterBar
        filter={filter}
        onFilter={setFilter}
        problem={'problem' in read ? read.problem : undefined}
      />
      {dataset.error ? (
        <ErrorState title={`Could not load ${name}`} error={dataset.error} />
      ) : (
        <div className={styles.body}>
          <DataTable
            label={`Rows of ${name}`}
            columns={columns}
            rows={rows}
            rowId={({ index }) => String(index)}
            layout={layout}
            onLayout={setLayout}
            sort={sort}
            onSort={sortBy}
            activeId={chosen}
            onOpen={({ index }) => choose(String(index))}
            isLoading={dataset.isLoading}
            isOutdated={dataset.isOutdated}
            listKey={`${filter} ${sort?.column} ${sort?.direction}`}
            hasMore={dataset.hasMore}
            onEndReached={dataset.onEndReached}
            empty={<NoRows isFiltered={filter !== ''} />}
          />
          {open !== undefined && table !== undefined && (
            <RowPane
              projectId={projectId}
              table={table}
              index={open}
              loaded={rows.find(({ index }) => index === open)}
              onClose={close}
            />
          )}
        </div>
      )}
    </div>
  )
}

function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No rows match" icon="search">
      No rows of this dataset match the filter.
    </EmptyState>
  ) : (
    <EmptyState title="This dataset has no rows" icon="table" />
  )
}

function sortingOf(column: string, direction: 'asc' | 'desc'): TableSorting | undefined {
  const name = columnName(column)
  return name === undefined || name === '' ? undefined : { field: sortPath(name), direction }
}

interface VersionSelectProps {
  readonly projectId: string
  readonly name: string
  readonly digest: string | undefined
}

function VersionSelect({ projectId, name, digest = '' }: VersionSelectProps) {
  const { data: versions = [] } = useVersions(projectId, name)
  const [, navigate] = useLocation()
  const options = versions.map((each) => ({
    value: each.digest,
    label: `v${each.version_index}${each.is_latest === 1 ? ' (latest)' : ''}`,
  }))
  return (
    <Select
      label="Version"
      options={options}
      value={digest}
      onChange={(chosen) => navigate(datasetPath(projectId, name, chosen))}
    />
  )
}

/** The sort of a table, kept in the address. A column sorts up, then down, then not at all. */
function useSort(): [TableSort | undefined, (column: string) => void] {
  const [text, setText] = useSearchParam('sort')
  const sort = text === undefined ? undefined : readSort(text)
  const sortBy = (column: string) => {
    if (sort?.column !== column) setText(column)
    else setText(sort.direction === 'asc' ? `-${column}` : undefined)
  }
  return [sort, sortBy]
}

const readSort = (text: string): TableSort =>
  text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }
