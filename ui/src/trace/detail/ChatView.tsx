import type { Chat, ChatMessage, ToolUse } from '../../call/chat.ts'
import { classes } from '../../components/classes.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { LongText } from '../../components/LongText.tsx'
import styles from './Chat.module.css'

const ICONS: Readonly<Record<string, IconName>> = {
  system: 'settings',
  developer: 'settings',
  user: 'user',
  assistant: 'llm',
  model: 'llm',
  tool: 'tool',
}

/** Chat messages in order. */
export function ChatView({ chat, isRunning }: { readonly chat: Chat; readonly isRunning: boolean }) {
  return (
    <ol className={styles.messages}>
      {chat.prompt.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
        <Message key={at} message={message} />
      ))}
      {chat.response.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Message key={at} message={message} isAnswer />
      ))}
      {isRunning && <li className={styles.waiting}>Waiting for the response…</li>}
    </ol>
  )
}

function Message({
  message,
  isAnswer = false,
}: {
  readonly message: ChatMessage
  readonly isAnswer?: boolean
}) {
  return (
    <li className={classes(styles.message, isAnswer && styles.answer)}>
      <div className={styles.role}>
        <Icon name={ICONS[message.role] ?? 'message'} size={13} />
        {message.role}
        {isAnswer && <span className={styles.tag}>output</span>}
      </div>
      <MessageBody message={message} />
    </li>
  )
}

export function MessageBody({ message }: { readonly message: ChatMessage }) {
  return (
    <>
      {message.text !== '' && <LongText text={message.text} />}
      {message.images.map((url) => (
        <MessageImage key={url} url={url} />
      ))}
      {message.toolUses.map((use, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tool calls never move.
        <ToolUseView key={at} use={use} />
      ))}
    </>
  )
}

/** Shows only embedded images: the page never requests other servers. */
function MessageImage({ url }: { readonly url: string }) {
  if (!url.startsWith('data:image/')) return <p className={styles.link}>{url}</p>
  return <img className={styles.image} src={url} alt="Part of the message" />
}

function ToolUseView({ use }: { readonly use: ToolUse }) {
  return (
    <div className={styles.tool}>
      <span className={styles.toolName}>
        <Icon name="tool" size={12} /> {use.name}
      </span>
      <code className={styles.args}>{use.args}</code>
    </div>
  )
}
