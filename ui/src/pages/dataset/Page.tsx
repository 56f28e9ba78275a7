import { useMemo } from 'react'
import { Link } from 'wouter'
import type { TableSorting } from '../../api/tables.ts'
import { buttonClass } from '../../components/Button.tsx'
import { ColumnChooser } from '../../components/DataTable/ColumnChooser.tsx'
import { useTableLayout } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { useRowCommands } from '../../components/DataTable/useRowCommands.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { usePathParam, useProjectId, useSearchParam } from '../../navigation/params.ts'
import { objectPath } from '../../navigation/paths.ts'
import { columnName, gridColumns } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { placeAfter, sortPath } from './grid.ts'
import styles from './Page.module.css'
import { RowFilterBar } from './RowFilterBar.tsx'
import { RowPane } from './RowPane.tsx'
import { rowCountText } from './row-count.ts'
import { rowFilter } from './row-filter.ts'
import { useDataset } from './useDataset.ts'
import { useKnownColumns } from './useKnownColumns.ts'
import { useSort } from './useSort.ts'
import { VersionSelect } from './VersionSelect.tsx'

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
    const next = placeAfter(open, by, { rows, count: dataset.count ?? rows.length, isWhole })
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
        <ErrorState title={`${name} could not be read`} error={dataset.error} />
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
      The dataset has rows, but none that fit the filter.
    </EmptyState>
  ) : (
    <EmptyState title="This dataset has no rows" icon="table" />
  )
}

function sortingOf(column: string, direction: 'asc' | 'desc'): TableSorting | undefined {
  const name = columnName(column)
  return name === undefined || name === '' ? undefined : { field: sortPath(name), direction }
}
