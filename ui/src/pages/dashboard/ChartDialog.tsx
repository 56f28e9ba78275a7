import { groupPath } from '@heddle/contract/filter/fields'
import { type ComponentProps, useId, useState } from 'react'
import { CHART_MEASURES, type SavedChart } from '../../api/saved-charts.ts'
import { useSeenFeedback, useSeenFields } from '../../api/suggestions.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { FilterField, filterProblem } from '../../filter-bar/FilterField.tsx'
import { GROUP_FIELDS } from '../../stats/group-fields.ts'
import { SCOPE_OPTIONS } from '../../stats/links.ts'
import { chartTitle, MEASURES } from '../../stats/saved-chart.ts'

type Draft = Omit<SavedChart, 'id'>

const NEW_CHART: Draft = {
  title: '',
  measure: 'calls',
  feedback: '',
  scope: 'roots',
  split: '',
  filter: '',
}

interface ChartDialogProps {
  readonly projectId: string
  /** Undefined to add one. */
  readonly chart: SavedChart | undefined
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

/** Adds a chart to the dashboard, or edits one. */
export function ChartDialog({ projectId, chart, isSaving, error, onSave, onClose }: ChartDialogProps) {
  const [draft, setDraft] = useState<Draft>(chart ?? NEW_CHART)
  const change = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields })
  const isSplit = draft.split === '' || groupPath(draft.split) !== undefined
  const isMeasured = draft.measure !== 'feedback' || draft.feedback.trim() !== ''
  return (
    <FormDialog
      title={chart ? 'Edit chart' : 'Add chart'}
      action={chart ? 'Save chart' : 'Add chart'}
      isReady={!filterProblem(draft.filter) && isSplit && isMeasured && !isSaving}
      error={error}
      onSubmit={() => onSave(trimmed(draft))}
      onClose={onClose}
    >
      <SelectField
        label="Measure"
        options={MEASURE_OPTIONS}
        value={draft.measure}
        onChange={(measure) => change({ measure })}
      />
      {draft.measure === 'feedback' ? (
        <FeedbackField
          projectId={projectId}
          name={draft.feedback}
          onName={(feedback) => change({ feedback })}
        />
      ) : (
        <SelectField
          label="Of"
          options={SCOPE_OPTIONS}
          value={draft.scope}
          onChange={(scope) => change({ scope })}
        />
      )}
      <SplitFields projectId={projectId} split={draft.split} onSplit={(split) => change({ split })} />
      <FilterField
        projectId={projectId}
        hint="Applies in addition to the filter of the dashboard."
        placeholder="status:error  op:answer  attributes.env:prod"
        filter={draft.filter}
        onFilter={(filter) => change({ filter })}
      />
      <TextField
        label="Title"
        placeholder={chartTitle({ ...trimmed(draft), title: '' })}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

const trimmed = (draft: Draft): Draft => ({
  ...draft,
  title: draft.title.trim(),
  feedback: draft.measure === 'feedback' ? draft.feedback.trim() : '',
  split: draft.split.trim(),
  filter: draft.filter.trim(),
})

const MEASURE_OPTIONS = CHART_MEASURES.map((value) => ({ value, label: MEASURES[value].label }))

interface FeedbackFieldProps {
  readonly projectId: string
  readonly name: string
  readonly onName: (name: string) => void
}

function FeedbackField({ projectId, name, onName }: FeedbackFieldProps) {
  const { data: seen = [] } = useSeenFeedback(projectId, true)
  return (
    <SuggestedField
      label="Feedback"
      hint="A number or true and false; exactness.correct for a value inside an object."
      placeholder="helpfulness"
      suggestions={seen.map(({ field }) => field.slice('feedback.'.length))}
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  )
}

const OTHER = 'other'

const SPLIT_OPTIONS = [
  { value: '', label: 'Nothing' },
  ...GROUP_FIELDS.map(({ field, label }) => ({ value: field, label })),
  { value: OTHER, label: 'Another field…' },
]

interface SplitFieldsProps {
  readonly projectId: string
  readonly split: string
  readonly onSplit: (split: string) => void
}

function SplitFields({ projectId, split, onSplit }: SplitFieldsProps) {
  const [isOther, setIsOther] = useState(!SPLIT_OPTIONS.some(({ value }) => value === split))
  const { data: fields = [] } = useSeenFields(projectId, isOther)
  return (
    <>
      <SelectField
        label="Split by"
        options={SPLIT_OPTIONS}
        value={isOther ? OTHER : split}
        onChange={(chosen) => {
          setIsOther(chosen === OTHER)
          onSplit(chosen === OTHER ? 'attributes.' : chosen)
        }}
      />
      {isOther && (
        <SuggestedField
          label="Field to split by"
          placeholder="attributes.env"
          suggestions={fields.map(({ field }) => field)}
          value={split}
          onChange={(event) => onSplit(event.currentTarget.value)}
        />
      )}
    </>
  )
}

interface SuggestedFieldProps extends ComponentProps<typeof TextField> {
  readonly suggestions: readonly string[]
}

function SuggestedField({ suggestions, ...field }: SuggestedFieldProps) {
  const listId = useId()
  return (
    <>
      <TextField {...field} list={listId} />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  )
}
