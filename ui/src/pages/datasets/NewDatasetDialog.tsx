import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCreateDataset } from '../../api/datasets.ts'
import { IconButton } from '../../components/Button.tsx'
import { FormDialog } from '../../components/Dialog.tsx'
import { ObjectNameField, Segmented, TextField, TextInput } from '../../components/Field.tsx'
import { Icon } from '../../components/icons.tsx'
import { useToast } from '../../components/Toast.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { pluralize } from '../../format/number.ts'
import { formatPreview } from '../../format/preview.ts'
import { memberTexts } from '../../json/children.ts'
import { datasetPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { columnsOf, type FileColumn, mappedRow, rowsOfFile } from './read-file.ts'

type Source = 'empty' | 'file'

const SOURCES: readonly { readonly value: Source; readonly label: string }[] = [
  { value: 'file', label: 'From a file' },
  { value: 'empty', label: 'Empty' },
]

interface NewDatasetDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

/** Creates a dataset without rows, or with those of a file. */
export function NewDatasetDialog({ projectId, onClose }: NewDatasetDialogProps) {
  const [name, setName] = useState('')
  const [source, setSource] = useState<Source>('file')
  const { rows, columns, setColumns, problem, open } = useFile()
  const { mutate, isPending, error } = useCreateDataset(projectId)
  const [, navigate] = useLocation()
  const toast = useToast()
  const isFile = source === 'file'
  const create = () =>
    mutate(
      { name, rows: isFile ? rows.map((row) => mappedRow(row, columns)) : [] },
      {
        onSuccess: (digest) => {
          toast.done(`Created ${name}`)
          navigate(datasetPath(projectId, name, digest))
        },
      },
    )
  return (
    <FormDialog
      title="New dataset"
      size="wide"
      action={isFile && rows.length > 0 ? `Create with ${pluralize(rows.length, 'row')}` : 'Create'}
      isReady={name !== '' && !isPending && (!isFile || (rows.length > 0 && areDistinct(columns)))}
      error={error}
      onSubmit={create}
      onClose={onClose}
    >
      <ObjectNameField label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Segmented label="Rows" options={SOURCES} value={source} onChange={setSource} />
      {isFile && (
        <TextField
          label="File"
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          hint="CSV with a header, JSON lines, or a JSON array of objects. It is read in your browser."
          onChange={({ currentTarget: { files } }) => {
            const [file] = files ?? []
            if (!file) return
            if (name === '') setName(nameOf(file.name))
            void open(file)
          }}
        />
      )}
      {isFile && problem !== undefined && (
        <p className={styles.problem} role="alert">
          <Icon name="error" size={12} /> {problem}
        </p>
      )}
      {isFile && rows.length > 0 && <Preview rows={rows} columns={columns} onColumns={setColumns} />}
    </FormDialog>
  )
}

const nameOf = (fileName: string): string =>
  fileName.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.-]+/g, '-')

const areDistinct = (columns: readonly FileColumn[]): boolean =>
  columns.length > 0 &&
  columns.every(({ name }) => name !== '') &&
  new Set(columns.map(({ name }) => name)).size === columns.length

interface OpenFile {
  readonly rows: readonly string[]
  readonly columns: readonly FileColumn[]
  readonly problem: string | undefined
}

const NO_FILE: OpenFile = { rows: [], columns: [], problem: undefined }

/** Rows of the chosen file and their columns, or what is wrong with it. */
function useFile() {
  const [file, setFile] = useState(NO_FILE)
  const open = async (chosen: File) => {
    try {
      const rows = rowsOfFile(chosen.name, await chosen.text())
      const problem = rows.length === 0 ? 'The file has no rows' : undefined
      setFile({ rows, columns: columnsOf(rows), problem })
    } catch (error) {
      setFile({ ...NO_FILE, problem: errorMessage(error) })
    }
  }
  const setColumns = (columns: readonly FileColumn[]) => setFile({ ...file, columns })
  return { ...file, setColumns, open }
}

interface PreviewProps {
  readonly rows: readonly string[]
  readonly columns: readonly FileColumn[]
  readonly onColumns: (columns: readonly FileColumn[]) => void
}

const PREVIEWED = 5

/** The first rows, under column names that can be changed. */
function Preview({ rows, columns, onColumns }: PreviewProps) {
  const shown = rows.slice(0, PREVIEWED).map((row) => memberTexts(row))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.preview} role="group" aria-label="Preview" tabIndex={0}>
      <table aria-label="First rows">
        <thead>
          <tr>
            {columns.map(({ source, name }, at) => (
              <th key={source} scope="col">
                <span className={styles.column}>
                  <TextInput
                    label={`Name of column ${source}`}
                    value={name}
                    onChange={({ currentTarget: { value } }) =>
                      onColumns(
                        columns.map((each, index) => (index === at ? { ...each, name: value } : each)),
                      )
                    }
                  />
                  <IconButton
                    label={`Leave out column ${source}`}
                    icon="close"
                    size="small"
                    onClick={() => onColumns(columns.filter((each) => each.source !== source))}
                  />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never move.
            <tr key={at}>
              {columns.map(({ source }) => (
                <td key={source}>{formatPreview(JSON.parse(cells.get(source) ?? 'null'))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
