import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCreateObject } from '../../api/objects.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { ObjectNameField, Segmented, TextAreaField } from '../../components/Field.tsx'
import { objectPath } from '../../navigation/paths.ts'

type PromptClass = 'StringPrompt' | 'MessagesPrompt'

const CLASSES: readonly { readonly value: PromptClass; readonly label: string }[] = [
  { value: 'StringPrompt', label: 'Text' },
  { value: 'MessagesPrompt', label: 'Chat' },
]

interface NewPromptDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

/** Publishes the first version of a prompt. */
export function NewPromptDialog({ projectId, onClose }: NewPromptDialogProps) {
  const [name, setName] = useState('')
  const [promptClass, setClass] = useState<PromptClass>('StringPrompt')
  const [content, setContent] = useState('')
  const { mutate, isPending, error } = useCreateObject(projectId)
  const [, navigate] = useLocation()
  const create = () =>
    mutate(
      { name, valText: promptValue(promptClass, name, content) },
      { onSuccess: (digest) => navigate(objectPath(projectId, name, digest)) },
    )
  return (
    <FormDialog
      title="New prompt"
      size="wide"
      action="Publish"
      isReady={name !== '' && content !== '' && !isPending}
      error={error}
      onSubmit={create}
      onClose={onClose}
    >
      <ObjectNameField label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Segmented label="Kind" options={CLASSES} value={promptClass} onChange={setClass} />
      <TextAreaField
        label={promptClass === 'StringPrompt' ? 'Prompt' : 'System message'}
        rows={8}
        hint={promptClass === 'StringPrompt' ? '' : 'Add more messages on the Edit tab.'}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** The value that the SDKs publish for a prompt. */
const promptValue = (promptClass: PromptClass, name: string, content: string): string =>
  JSON.stringify({
    _type: promptClass,
    _class_name: promptClass,
    _bases: ['Prompt', 'Object', 'BaseModel'],
    name,
    description: null,
    ...(promptClass === 'StringPrompt' ? { content } : { messages: [{ role: 'system', content }] }),
  })
