import { useId, useState } from 'react'
import { usePublishVersion, type VersionWithText } from '../../api/objects.ts'
import { useWriteAccess } from '../../api/session.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Segmented, TextAreaField, TextField, TextInput } from '../../components/Field.tsx'
import { Icon } from '../../components/icons.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { useToast } from '../../components/Toast.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { isJson } from '../../json/children.ts'
import { prettyJson } from '../../json/pretty.ts'
import { groupOf } from '../../object/class.ts'
import { formOf, newMessage, type PromptMessage, withForm } from './edit-value.ts'
import styles from './Page.module.css'
import { comparedText } from './version-text.ts'

/** A changed value that is not published yet. */
export interface Draft {
  /** Digest of the latest version when the editing began. */
  readonly latest: string
  readonly valText: string
}

interface EditTabProps {
  readonly projectId: string
  readonly version: VersionWithText
  /** Digest of the latest version. */
  readonly latest: string
  /** What was edited when this tab was last open, if it was not discarded. */
  readonly kept: Draft | undefined
  /** Aliases of all versions, to choose from. */
  readonly aliases: readonly string[]
  /** Called on every change. */
  readonly onEdit: () => void
  /** Called on every valid change; undefined if nothing is left to publish. */
  readonly onDraft: (draft: Draft | undefined) => void
  readonly onDiscard: () => void
  readonly onPublished: (digest: string) => void
}

/** Edits a version and publishes the result as a new one, with an alias if one is given. */
export function EditTab(props: EditTabProps) {
  const { projectId, version, latest, kept, aliases, onEdit, onDraft, onDiscard, onPublished } = props
  const { object_id: name, valText } = version
  // What the user has seen: publishing fails if the latest version is another one by then.
  const [seenLatest] = useState(kept?.latest ?? latest)
  const [initial] = useState(kept?.valText ?? valText)
  const [draft, setDraft] = useState<string | undefined>(initial)
  const { mutateAsync, isPending, error } = usePublishVersion(projectId, name)
  const toast = useToast()
  const isSame = (text: string) => prettyJson(text) === prettyJson(valText)
  const isChanged = draft !== undefined && !isSame(draft)
  const isPrompt = groupOf(version) === 'prompts'
  const publish = (alias: string) =>
    draft !== undefined &&
    mutateAsync(
      { valText: draft, latest: seenLatest, alias },
      {
        onSuccess: (published) => {
          toast.done(`Published a new version of ${name}`)
          onPublished(published)
        },
      },
    ).then(
      // Also if the page was left meanwhile.
      () => onDraft(undefined),
      () => {},
    )
  return (
    <div className={styles.editor}>
      <ValueEditor
        valText={initial}
        onChange={(next) => {
          onEdit()
          setDraft(next)
          if (next !== undefined) onDraft(isSame(next) ? undefined : { latest: seenLatest, valText: next })
        }}
      />
      {isChanged && (
        <>
          <h3>Changes from v{version.version_index}</h3>
          <TextDiff
            label="Changes"
            before={comparedText(valText, isPrompt)}
            after={comparedText(draft, isPrompt)}
          />
        </>
      )}
      {error && (
        <p className={styles.problem} role="alert">
          <Icon name="error" size={12} /> {errorMessage(error)}
        </p>
      )}
      <PublishBar
        projectId={projectId}
        aliases={aliases}
        isReady={isChanged && !isPending}
        onPublish={publish}
        onDiscard={draft === undefined || isChanged ? onDiscard : undefined}
      />
    </div>
  )
}

interface PublishBarProps {
  readonly projectId: string
  readonly aliases: readonly string[]
  readonly isReady: boolean
  /** An empty alias is none. */
  readonly onPublish: (alias: string) => void
  /** Undefined if there is nothing to discard. */
  readonly onDiscard: (() => void) | undefined
}

function PublishBar({ projectId, aliases, isReady, onPublish, onDiscard }: PublishBarProps) {
  const [text, setText] = useState('')
  const { disabled, title } = useWriteAccess(projectId)
  const listId = useId()
  const alias = text.trim()
  return (
    <div className={styles.publish}>
      <TextField
        label="Alias for the new version (optional)"
        placeholder="production"
        list={listId}
        value={text}
        hint={aliases.includes(alias) ? `Moves ${alias} to the new version.` : ''}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {aliases.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div className={styles.buttons}>
        {onDiscard && <Button onClick={onDiscard}>Discard changes</Button>}
        <Button
          variant="primary"
          title={title}
          disabled={disabled || !isReady}
          onClick={() => onPublish(alias)}
        >
          Publish new version
        </Button>
      </div>
    </div>
  )
}

interface ValueEditorProps {
  readonly valText: string
  /** Undefined while the draft is not valid. */
  readonly onChange: (valText: string | undefined) => void
}

type Mode = 'form' | 'json'

/** Prompts are edited as texts; anything as JSON. */
function ValueEditor({ valText, onChange }: ValueEditorProps) {
  const [text, setText] = useState(valText)
  const [mode, setMode] = useState<Mode>('form')
  const form = formOf(text)
  const change = (next: string) => {
    setText(next)
    onChange(next)
  }
  if (form.kind === 'json' || mode === 'json')
    return (
      <>
        {form.kind !== 'json' && <ModeSwitch mode={mode} onMode={setMode} />}
        <JsonEditor text={text} onChange={(next) => (next === undefined ? onChange(next) : change(next))} />
      </>
    )
  return (
    <>
      <ModeSwitch mode={mode} onMode={setMode} />
      {form.kind === 'text' ? (
        <TextAreaField
          label="Prompt"
          rows={linesOf(form.content)}
          value={form.content}
          onChange={(event) => change(withForm(text, { kind: 'text', content: event.currentTarget.value }))}
        />
      ) : (
        <MessagesEditor
          messages={form.messages}
          onChange={(messages) => change(withForm(text, { kind: 'messages', messages }))}
        />
      )}
    </>
  )
}

const linesOf = (text: string): number => Math.min(24, Math.max(6, text.split('\n').length + 1))

interface ModeSwitchProps {
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}

const ModeSwitch = ({ mode, onMode }: ModeSwitchProps) => (
  <Segmented
    label="Edit as"
    options={[
      { value: 'form', label: 'Text' },
      { value: 'json', label: 'JSON' },
    ]}
    value={mode}
    onChange={onMode}
  />
)

interface MessagesEditorProps {
  readonly messages: readonly PromptMessage[]
  readonly onChange: (messages: readonly PromptMessage[]) => void
}

function MessagesEditor({ messages, onChange }: MessagesEditorProps) {
  const change = (at: number, message: Partial<PromptMessage>) =>
    onChange(messages.map((each, index) => (index === at ? { ...each, ...message } : each)))
  return (
    <>
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id.
        <div key={at} className={styles.message}>
          <TextInput
            label={`Role of message ${at + 1}`}
            value={role}
            onChange={(event) => change(at, { role: event.currentTarget.value })}
          />
          <IconButton
            label={`Remove message ${at + 1}`}
            icon="trash"
            size="small"
            onClick={() => onChange(messages.filter((_, index) => index !== at))}
          />
          <TextAreaField
            label={`Message ${at + 1}`}
            className={styles.content}
            rows={linesOf(content)}
            value={content}
            onChange={(event) => change(at, { content: event.currentTarget.value })}
          />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => onChange([...messages, newMessage()])}>
        Add message
      </Button>
    </>
  )
}

interface JsonEditorProps {
  readonly text: string
  readonly onChange: (text: string | undefined) => void
}

function JsonEditor({ text, onChange }: JsonEditorProps) {
  const [draft, setDraft] = useState(() => prettyJson(text))
  const isValid = isJson(draft)
  return (
    <TextAreaField
      label="Value"
      className={styles.json}
      rows={Math.min(30, Math.max(10, draft.split('\n').length + 1))}
      spellCheck={false}
      aria-invalid={!isValid}
      {...(!isValid && { hint: 'Not valid JSON' })}
      value={draft}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value)
        onChange(isJson(value) ? value.trim() : undefined)
      }}
    />
  )
}
