import type { CallMessages } from '@heddle/contract/messages'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { pluralize } from '../format/number.ts'
import { type Chat, type ChatMessage, chatOf, type Stretch, stretchesOf } from './chat.ts'
import { MessageCard } from './MessageCard.tsx'
import styles from './Messages.module.css'
import { DocumentCard } from './Part.tsx'
import { SettingsDrawer } from './SettingsDrawer.tsx'

interface ChatViewProps {
  readonly messages: CallMessages
  readonly isRunning: boolean
  /** Whether the output comes before the input. */
  readonly isAnswerFirst?: boolean
}

/** A call as a chat: what was asked, what was answered, and what the model had to work with. */
export function ChatView({ messages, isRunning, isAnswerFirst = false }: ChatViewProps) {
  const chat = useMemo(() => chatOf(messages), [messages])
  const input = chat.input.length > 0 && <Input key="input" messages={chat.input} />
  const output = <Output key="output" messages={chat.output} isRunning={isRunning} />
  return (
    <div className={styles.chat}>
      <SettingsDrawer tools={messages.tools} settings={messages.settings} />
      {isAnswerFirst ? [output, input] : [input, output]}
      <Documents messages={messages} chat={chat} />
    </div>
  )
}

function Input({ messages }: { readonly messages: readonly ChatMessage[] }) {
  return (
    <section aria-label="Input messages" className={styles.messages}>
      {stretchesOf(messages).map((stretch, at) =>
        stretch.isFolded ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
          <Folded key={at} stretch={stretch} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Cards key={at} messages={stretch.messages} />
        ),
      )}
    </section>
  )
}

const Cards = ({ messages }: { readonly messages: readonly ChatMessage[] }): ReactNode =>
  messages.map((message, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
    <MessageCard key={at} message={message} isFoldedAtFirst={message.role === 'system'} />
  ))

/** More cards at once would make the page slow. */
const CARDS_STEP = 100

/** Earlier messages behind a button, the latest first to appear. */
function Folded({ stretch: { messages } }: { readonly stretch: Stretch }) {
  const [shown, setShown] = useState(0)
  const hidden = messages.length - shown
  return (
    <>
      {hidden > 0 && (
        <Button variant="ghost" size="small" icon="expand" onClick={() => setShown(shown + CARDS_STEP)}>
          Show {pluralize(hidden, 'earlier message')}
        </Button>
      )}
      {shown > 0 && <Cards messages={messages.slice(-shown)} />}
    </>
  )
}

function Output({
  messages,
  isRunning,
}: {
  readonly messages: readonly ChatMessage[]
  readonly isRunning: boolean
}) {
  if (messages.length === 0 && !isRunning) return null
  return (
    <section aria-label="Output messages" className={styles.messages}>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
        <MessageCard key={at} message={message} isAnswer />
      ))}
      {isRunning && <p className={styles.faint}>Waiting for the response…</p>}
    </section>
  )
}

const DOCUMENTS_STEP = 20

/** Documents that no message contains. */
function Documents({
  messages: { documents },
  chat,
}: {
  readonly messages: CallMessages
  readonly chat: Chat
}) {
  const [shown, setShown] = useState(DOCUMENTS_STEP)
  const isInMessages = [...chat.input, ...chat.output].some(({ parts }) =>
    parts.some(({ type }) => type === 'document'),
  )
  if (documents.length === 0 || isInMessages) return null
  return (
    <section aria-label="Documents" className={styles.messages}>
      <h3>{pluralize(documents.length, 'document')}</h3>
      {documents.slice(0, shown).map((document, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: documents never move.
        <DocumentCard key={at} document={document} />
      ))}
      {documents.length > shown && (
        <Button variant="ghost" size="small" onClick={() => setShown(shown + DOCUMENTS_STEP)}>
          Show more documents
        </Button>
      )}
    </section>
  )
}
