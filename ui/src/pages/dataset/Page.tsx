import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useVersions } from '../../api/objects.ts'
import type { TableChoice, TableSorting } from '../../api/tables.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { ColumnChooser } from '../../components/DataTable/ColumnChooser.tsx'
import { type TableSort, useTableLayout } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { useRowCommands } from '../../components/DataTable/useRowCommands.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Select } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { usePathParam, useProjectId, useSearchParam } from '../../navigation/params.ts'
import { datasetPath, objectPath } from '../../navigation/paths.ts'
import { MissingVersion } from '../../object/MissingVersion.tsx'
import { columnName, gridColumns } from './columns.tsx'
import { DatasetMenu } from './DatasetMenu.tsx'
import { EditBar } from './EditBar.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { indexAfter, rowCountText, sortPath } from './grid.ts'
import styles from './Page.module.css'
import { RowFilterBar } from './RowFilterBar.tsx'
import { RowPane } from './RowPane.tsx'
import { editedRows, NO_EDITS, withNewRow } from './row-edits.ts'
import { rowFilter } from './row-filter.ts'
import { type Dataset, useDataset, useKnownColumns } from './useDataset.ts'
import { useRowEdits } from './useRowEdits.ts'

export default function DatasetPage() {
  const projectId = useProjectId()
  const name = usePathParam('name')
  const digest = usePathParam('digest')
  const view = useDatasetView(projectId, name, digest)
  const { dataset, choice, columns, layout, setLayout, edits, setEdits, reason, open } = view
  const { table, version } = dataset
  if (dataset.isMissing)
    return <MissingVersion projectId={projectId} name={name} digest={digest} section="datasets" />
  const addRow = () => {
    setEdits(withNewRow(edits, '{}'))
    open(-1 - edits.added.length)
  }

  const actions = (
    <>
      <VersionLinks projectId={projectId} name={name} digest={version?.digest} />
      <Button icon="plus" disabled={reason !== undefined} title={reason} onClick={addRow}>
        Add row
      </Button>
      {table !== undefined && <ExportMenu projectId={projectId} name={name} table={table} choice={choice} />}
      <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
      <DatasetMenu projectId={projectId} name={name} />
    </>
  )
  return (
    <div className={styles.page}>
      <PageHeader title={name} aside={countText(dataset, choice)} actions={actions} />
      <RowFilterBar filter={view.filter} onFilter={view.setFilter} problem={view.problem} />
      <Loaded what={name} queries={dataset.queries}>
        <Rows projectId={projectId} name={name} view={view} />
      </Loaded>
      {edits !== NO_EDITS && version && (
        <EditBar projectId={projectId} version={version} edits={edits} onEdits={setEdits} />
      )}
    </div>
  )
}

type DatasetView = ReturnType<typeof useDatasetView>

/** A version of a dataset with the user's edits, filtered and sorted as the URL says. */
function useDatasetView(projectId: string, name: string, digest: string) {
  const [filter = '', setFilter] = useSearchParam('filter')
  const [sort, sortBy] = useSort()
  const { choice, problem } = useTableChoice(filter, sort)
  const dataset = useDataset(projectId, name, digest, choice)
  const { edits, setEdits, reason } = useRowEdits(projectId, dataset)
  const rows = useMemo(() => editedRows(dataset.rows, edits), [dataset.rows, edits])
  const known = useKnownColumns(rows, dataset.table)
  const columns = useMemo(() => gridColumns(known, edits), [known, edits])
  const [layout, setLayout] = useTableLayout(`${projectId}.dataset.${name}`)
  return {
    filter,
    setFilter,
    problem,
    sort,
    sortBy,
    choice,
    dataset,
    edits,
    setEdits,
    reason,
    rows,
    known,
    columns,
    layout,
    setLayout,
    ...useOpenRow(dataset, choice),
  }
}

interface RowsProps {
  readonly projectId: string
  readonly name: string
  readonly view: DatasetView
}

/** The grid, with the open row beside it. */
function Rows({ projectId, name, view }: RowsProps) {
  const { dataset, filter, sort, rows, known, openIndex, edits, setEdits, reason } = view
  return (
    <div className={styles.body}>
      <DataTable
        label={`Rows of ${name}`}
        columns={view.columns}
        rows={rows}
        rowId={({ index }) => String(index)}
        layout={view.layout}
        onLayout={view.setLayout}
        sort={sort}
        onSort={view.sortBy}
        activeId={openIndex === undefined ? undefined : String(openIndex)}
        onOpen={({ index }) => view.open(index)}
        isLoading={dataset.isLoading}
        isOutdated={dataset.isOutdated}
        listKey={`${filter} ${sort?.column} ${sort?.direction}`}
        hasMore={dataset.hasMore}
        hasMoreFailed={dataset.hasMoreFailed}
        onEndReached={dataset.onEndReached}
        empty={<NoRows isFiltered={filter !== ''} />}
      />
      {openIndex !== undefined && dataset.table !== undefined && (
        <RowPane
          key={openIndex}
          projectId={projectId}
          table={dataset.table}
          index={openIndex}
          loaded={rows.find(({ index }) => index === openIndex)}
          columns={known}
          edits={edits}
          onEdits={reason === undefined ? setEdits : undefined}
          onClose={view.close}
        />
      )}
    </div>
  )
}

/** The query and sort order sent to the server, or what is wrong with the filter. */
function useTableChoice(filter: string, sort: TableSort | undefined) {
  const parsed = useMemo(() => rowFilter(filter), [filter])
  const query = 'query' in parsed ? parsed.query : undefined
  const sorting = sort && sortingOf(sort.column, sort.direction)
  const choice: TableChoice = { ...(query && { query }), ...(sorting && { sort: sorting }) }
  return { choice, problem: 'problem' in parsed ? parsed.problem : undefined }
}

function sortingOf(column: string, direction: 'asc' | 'desc'): TableSorting | undefined {
  const name = columnName(column)
  return name === undefined || name === '' ? undefined : { field: sortPath(name), direction }
}

/** The row in the side pane, kept in the URL; `j` and `k` step through the list. */
function useOpenRow({ rows, count = rows.length }: Dataset, choice: TableChoice) {
  const [param, setParam] = useSearchParam('row')
  const openIndex = param !== undefined && /^-?\d+$/.test(param) ? Number(param) : undefined
  const close = () => setParam(undefined)
  useRowCommands({
    one: 'row',
    group: 'Dataset',
    isOpen: param !== undefined,
    onStep: (by) => {
      const isWhole = !choice.query && !choice.sort
      const next = indexAfter(openIndex, by, { rows, count, isWhole })
      if (next !== undefined) setParam(String(next), { replace: true })
    },
    onClose: close,
  })
  return { openIndex, open: (index: number) => setParam(String(index)), close }
}

function countText({ count, rows, hasMore, isLoading, isOutdated }: Dataset, { query }: TableChoice) {
  if (count === undefined) return undefined
  const loaded = isLoading || isOutdated ? undefined : rows.length
  return rowCountText({ all: count, isFiltered: query !== undefined, loaded, hasMore })
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

interface VersionLinksProps {
  readonly projectId: string
  readonly name: string
  readonly digest: string | undefined
}

function VersionLinks({ projectId, name, digest }: VersionLinksProps) {
  const { data: versions = [] } = useVersions(projectId, name)
  const [, navigate] = useLocation()
  const options = versions.map((each) => ({
    value: each.digest,
    label: `v${each.version_index}${each.is_latest === 1 ? ' (latest)' : ''}`,
  }))
  return (
    <>
      <Select
        label="Version"
        options={options}
        value={digest ?? ''}
        onChange={(chosen) => navigate(datasetPath(projectId, name, chosen))}
      />
      <Link href={objectPath(projectId, name, digest ?? 'latest')} className={buttonClass('secondary')}>
        Versions
      </Link>
    </>
  )
}

/** The sort order, kept in the URL. Repeated clicks on a column sort ascending, descending, then not at all. */
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
