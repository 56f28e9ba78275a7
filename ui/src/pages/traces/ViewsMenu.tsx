import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import {
  type SavedView,
  useDefaultView,
  useDeleteView,
  useSavedViews,
  useSaveView,
  useSetDefaultView,
} from '../../api/saved-views.ts'
import { useWriteAccess } from '../../api/session.ts'
import { useUserNames } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextInput } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Popover } from '../../components/Popover.tsx'
import { useToast } from '../../components/Toast.tsx'
import { projectPath, shareableSearch } from '../../navigation/paths.ts'
import styles from './ViewsMenu.module.css'

interface ViewsMenuProps {
  readonly projectId: string
}

/** Opens saved views of the table, and saves the current one for everyone in the project. */
export function ViewsMenu({ projectId }: ViewsMenuProps) {
  return (
    <Popover
      label="Saved views"
      align="end"
      trigger={(props) => <IconButton {...props} label="Saved views" icon="eye" />}
    >
      {(close) => (
        <div className={styles.panel}>
          <ViewList projectId={projectId} onOpen={close} />
          <SaveForm projectId={projectId} onSaved={close} />
        </div>
      )}
    </Popover>
  )
}

interface ViewListProps extends ViewsMenuProps {
  readonly onOpen: () => void
}

function ViewList({ projectId, onOpen }: ViewListProps) {
  const query = useSavedViews(projectId)
  return (
    <Loaded what="saved views" queries={[query]}>
      {query.data?.length ? (
        <Views projectId={projectId} views={query.data} onOpen={onOpen} />
      ) : (
        <p className={styles.none}>{query.isPending ? 'Loading…' : 'No saved views yet.'}</p>
      )}
    </Loaded>
  )
}

function Views({ projectId, views, onOpen }: ViewListProps & { readonly views: readonly SavedView[] }) {
  const nameOf = useUserNames(projectId)
  return (
    <ul className={styles.list}>
      {views.map((view) => (
        <li key={view.name} className={styles.view}>
          <Link href={`${projectPath(projectId)}?${view.search}`} className={styles.link} onClick={onOpen}>
            <span className={styles.label}>{view.label}</span>
            <span className={styles.owner}>{view.owner && nameOf(view.owner)}</span>
          </Link>
          <DefaultButton projectId={projectId} view={view} />
          <DeleteButton projectId={projectId} view={view} />
        </li>
      ))}
    </ul>
  )
}

/** Makes a view the one that the project opens with, or no longer. */
function DefaultButton({ projectId, view }: ViewsMenuProps & { readonly view: SavedView }) {
  const { data: current } = useDefaultView(projectId, true)
  const change = useSetDefaultView(projectId)
  const toast = useToast()
  const { disabled } = useWriteAccess(projectId)
  const isDefault = current?.name === view.name
  return (
    <IconButton
      label={isDefault ? `${view.label} is the default view` : `Make ${view.label} the default view`}
      icon="home"
      size="small"
      pressed={isDefault}
      disabled={disabled || change.isPending}
      onClick={() =>
        change.mutate(isDefault ? null : view.name, {
          onError: (error) => toast.failed('Could not change the default view', error),
        })
      }
    />
  )
}

function DeleteButton({ projectId, view }: ViewsMenuProps & { readonly view: SavedView }) {
  const remove = useDeleteView(projectId)
  const toast = useToast()
  const { disabled } = useWriteAccess(projectId)
  const onError = (error: Error) => toast.failed('Could not delete the view', error)
  return (
    <IconButton
      label={`Delete view ${view.label}`}
      icon="trash"
      size="small"
      disabled={disabled || remove.isPending}
      onClick={() => remove.mutate(view.name, { onError })}
    />
  )
}

interface SaveFormProps extends ViewsMenuProps {
  readonly onSaved: () => void
}

function SaveForm({ projectId, onSaved }: SaveFormProps) {
  const [label, setLabel] = useState('')
  const save = useSaveView(projectId)
  const toast = useToast()
  const { disabled, title } = useWriteAccess(projectId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const view = { label: label.trim(), search: shareableSearch() }
    save.mutate(view, {
      onSuccess: onSaved,
      onError: (error) => toast.failed('Could not save the view', error),
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Name of the view"
        placeholder="Save this view as…"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" title={title} disabled={disabled || label.trim() === '' || save.isPending}>
        Save
      </Button>
    </form>
  )
}
