import type { RedactedField, RedactionRuleRequest } from '@heddle/contract/redaction'
import { useState } from 'react'
import { mayAdminister, useSession } from '../../api/session.ts'
import { useChangeRedactionRules, useRedactionRules, useTriedRule } from '../../api/settings.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { ConfirmDialog, FormDialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Checkbox, Segmented, TextField } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { RedactedText } from '../../components/RedactedText.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { errorMessage } from '../../format/error-message.ts'
import styles from './Page.module.css'

interface RedactionTabProps {
  readonly projectId: string
  readonly entity: string
}

/** What the project redacts before calls are stored. Entity admins can change it, others can only view. */
export function RedactionTab({ projectId, entity }: RedactionTabProps) {
  const { data: session } = useSession()
  const query = useRedactionRules(projectId)
  const { data: rules } = query
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<string>()
  const isAdmin = session ? mayAdminister(session, entity) : false
  return (
    <>
      <Panel
        title="Redaction rules"
        aside="Applied to calls and agent spans before they are stored"
        actions={
          isAdmin &&
          rules && (
            <Button size="small" variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
              Add rule
            </Button>
          )
        }
      >
        <Loaded what="redaction rules" queries={[query]}>
          <Rules rules={rules} onRemove={isAdmin ? setRemoving : undefined} />
        </Loaded>
      </Panel>
      {isAdding && <NewRuleDialog projectId={projectId} onClose={() => setIsAdding(false)} />}
      {removing !== undefined && (
        <RemoveRuleDialog projectId={projectId} name={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

interface RulesProps {
  readonly rules: readonly RedactionRuleRequest[] | undefined
  /** Undefined if the user may not change rules. */
  readonly onRemove: ((name: string) => void) | undefined
}

function Rules({ rules, onRemove }: RulesProps) {
  if (!rules) return <SkeletonLines count={3} />
  if (rules.length === 0)
    return (
      <EmptyState title="No rules">
        Calls are stored as they arrive, except for credentials with well-known key names.
      </EmptyState>
    )
  const columns = [
    { id: 'name', title: 'Name', cell: ({ name }: RedactionRuleRequest) => name },
    {
      id: 'what',
      title: 'Redacts',
      cell: ({ keys, pattern }: RedactionRuleRequest) =>
        keys ? `Values of ${keys.join(', ')}` : <code>{pattern}</code>,
    },
    {
      id: 'fields',
      title: 'Fields',
      cell: ({ fields }: RedactionRuleRequest) => (fields ?? FIELDS).join(', '),
    },
    {
      id: 'remove',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: ({ name }: RedactionRuleRequest) =>
        onRemove && (
          <IconButton label={`Remove ${name}`} icon="trash" size="small" onClick={() => onRemove(name)} />
        ),
    },
  ]
  return <PlainTable label="Redaction rules" columns={columns} rows={rules} rowId={({ name }) => name} />
}

const FIELDS: readonly RedactedField[] = ['inputs', 'output', 'attributes']

interface RuleDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

function NewRuleDialog({ projectId, onClose }: RuleDialogProps) {
  const [name, setName] = useState('')
  const [by, setBy] = useState<'keys' | 'pattern'>('pattern')
  const [text, setText] = useState('')
  const [fields, setFields] = useState(FIELDS)
  const saving = useChangeRedactionRules(projectId)
  const keys = text.split(',').map((key) => key.trim())
  const rule = { name: name.trim(), fields: [...fields], ...(by === 'keys' ? { keys } : { pattern: text }) }
  const toggle = (field: RedactedField) =>
    setFields(FIELDS.filter((each) => (each === field) !== fields.includes(each)))
  return (
    <FormDialog
      title="Add redaction rule"
      action="Add rule"
      isReady={rule.name !== '' && text.trim() !== '' && fields.length > 0 && !saving.isPending}
      error={saving.error}
      onSubmit={() => saving.mutate((rules) => [...rules, rule], { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Shown in place of what is redacted."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Segmented label="Redact by" options={BY} value={by} onChange={setBy} />
      <TextField
        label={by === 'keys' ? 'Keys, separated by commas' : 'Regular expression'}
        hint={by === 'keys' ? KEYS_HINT : PATTERN_HINT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <Checkbox
            key={field}
            withLabel
            label={field}
            checked={fields.includes(field)}
            onChange={() => toggle(field)}
          />
        ))}
      </div>
      {by === 'pattern' && <TryRule projectId={projectId} rule={text === '' ? undefined : rule} />}
    </FormDialog>
  )
}

const BY = [
  { value: 'pattern', label: 'Pattern' },
  { value: 'keys', label: 'Keys' },
] as const

const KEYS_HINT = 'At any depth, ignoring case, _ and -. user.phone means phone inside user.'
const PATTERN_HINT = 'All matches in strings and numbers are redacted.'

interface TryRuleProps {
  readonly projectId: string
  readonly rule: RedactionRuleRequest | undefined
}

/** Shows what the rule would leave of an example. */
function TryRule({ projectId, rule }: TryRuleProps) {
  const [value, setValue] = useState('')
  const named = rule && { ...rule, name: rule.name || 'name' }
  const { data, error } = useTriedRule(projectId, named, value)
  return (
    <>
      <TextField
        label="Try it on an example"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {value !== '' && (
        <p className={styles.note} role="status">
          {error ? errorMessage(error) : <RedactedText text={data ?? ''} />}
        </p>
      )}
    </>
  )
}

function RemoveRuleDialog({ projectId, name, onClose }: RuleDialogProps & { readonly name: string }) {
  const saving = useChangeRedactionRules(projectId)
  const toast = useToast()
  const remove = () => {
    saving
      .mutateAsync((rules) => rules.filter((rule) => rule.name !== name))
      .catch((error: unknown) => toast.failed('Could not remove the rule', error))
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Remove the rule ${name}?`}
      action="Remove rule"
      onConfirm={remove}
      onClose={onClose}
    >
      New calls will be stored without this redaction. Calls already stored do not change.
    </ConfirmDialog>
  )
}
