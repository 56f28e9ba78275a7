import { useId, useState } from 'react'
import { CopyButton } from '../components/CopyButton.tsx'
import { classes } from '../components/classes.ts'
import { Icon, type IconName } from '../components/icons.tsx'
import { formatPreview } from '../format/preview.ts'
import { type ChatMessage, messageText } from './chat.ts'
import styles from './Messages.module.css'
import { Part } from './Part.tsx'
import { Steps } from './Steps.tsx'

interface Role {
  readonly label: string
  readonly icon: IconName
  readonly className: string | undefined
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['system', { label: 'System', icon: 'settings', className: styles.system }],
  ['user', { label: 'User', icon: 'user', className: styles.user }],
  ['assistant', { label: 'Assistant', icon: 'llm', className: styles.assistant }],
  ['tool', { label: 'Tool', icon: 'tool', className: styles.tool }],
])

const PREVIEW_CHARACTERS = 160
/** More at once would make the page slow. */
const PARTS_STEP = 50
/** Long questions are clipped early, so that the answer stays in view. */
const INPUT_CHARACTERS = 1200

interface MessageCardProps {
  readonly message: ChatMessage
  /** Whether the call produced this message. */
  readonly isAnswer?: boolean
  readonly isFoldedAtFirst?: boolean
}

/** One message with its author, to fold and to copy. */
export function MessageCard({ message, isAnswer = false, isFoldedAtFirst = false }: MessageCardProps) {
  const [isFolded, setIsFolded] = useState(isFoldedAtFirst)
  const bodyId = useId()
  const role = ROLES.get(message.role) ?? { label: message.role, icon: 'message', className: styles.other }
  const { finishReason } = message
  return (
    <article className={classes(styles.message, role.className, isAnswer && styles.answer)}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.role}
          aria-expanded={!isFolded}
          aria-controls={bodyId}
          onClick={() => setIsFolded(!isFolded)}
        >
          <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={12} />
          <Icon name={role.icon} size={13} />
          <span>{role.label}</span>
          {message.name !== undefined && <span className={styles.author}>{message.name}</span>}
        </button>
        {finishReason !== undefined && isUnusual(finishReason) && (
          <span className={styles.finish}>{finishReason.replaceAll('_', ' ')}</span>
        )}
        {isFolded && <span className={styles.folded}>{previewOf(message)}</span>}
        <span className={styles.actions}>
          <CopyButton text={() => messageText(message)} label="Copy message" />
        </span>
      </div>
      <div id={bodyId} className={styles.body} hidden={isFolded}>
        {!isFolded && (
          <Steps items={message.parts} step={PARTS_STEP} label="Show more of this message">
            {(part, at) => <Part key={at} part={part} clip={isAnswer ? undefined : INPUT_CHARACTERS} />}
          </Steps>
        )}
        {message.parts.length === 0 && <span className={styles.faint}>(empty)</span>}
      </div>
    </article>
  )
}

/** Worth a remark: the answer was cut off, filtered or failed. */
const isUnusual = (reason: string): boolean =>
  !['stop', 'tool_call', 'tool_calls', 'end_turn'].includes(reason)

const previewOf = (message: ChatMessage): string => formatPreview(messageText(message), PREVIEW_CHARACTERS)
