import type { CallMessages } from '@heddle/contract/messages'
import { useMemo, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { pluralize } from '../format/number.ts'
import { type Chat, type ChatMessage, chatOf, type Stretch, stretchesOf } from './chat.ts'
import { MessageCard } from './MessageCard.tsx'
import styles from './Messages.module.css'
import { DocumentCard } from './Part.tsx'
import { SettingsDrawer } from './SettingsDrawer.tsx'
import { Steps } from './Steps.tsx'

interface ChatViewProps {
  readonly messages: CallMessages
  readonly isRunning: boolean
  /** Whether the call failed: what it left as output is hardly an answer then. */
  readonly hasFailed?: boolean
  /** Whether the output comes before the input. */
  readonly isAnswerFirst?: boolean
}

/** A call as a chat: what was asked, what was answered, and what the model had to work with. */
export function ChatView({ messages, isRunning, hasFailed = false, isAnswerFirst = false }: ChatViewProps) {
  const chat = useMemo(() => chatOf(messages), [messages])
  const input = chat.input.length > 0 && <Input key="input" messages={chat.input} />
  const output = <Output key="output" messages={chat.output} isRunning={isRunning} hasFailed={hasFailed} />
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
    <section aria-label="Input messages" className={styles.messages} data-payload="">
      {stretchesOf(messages).map((stretch, at) =>
        stretch.isFolded ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
          <Folded key={at} stretch={stretch} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Steps key={at} items={stretch.messages} step={CARDS_STEP} label="Show more messages">
            {card}
          </Steps>
        ),
      )}
    </section>
  )
}

const card = (message: ChatMessage, at: number) => (
  <MessageCard key={at} message={message} isFoldedAtFirst={message.role === 'system'} />
)

/** More cards at once would make the page slow. */
const CARDS_STEP = 100

/** Earlier messages behind a button, the latest first to appear. */
function Folded({ stretch: { messages } }: { readonly stretch: Stretch }) {
  const [shown, setShown] = useState(0)
  const hidden = Math.max(0, messages.length - shown)
  return (
    <>
      {hidden > 0 && (
        <Button variant="ghost" size="small" icon="expand" onClick={() => setShown(shown + CARDS_STEP)}>
          Show {pluralize(hidden, 'earlier message')}
        </Button>
      )}
      {messages.slice(hidden).map((message, at) => card(message, hidden + at))}
    </>
  )
}

function Output({
  messages,
  isRunning,
  hasFailed,
}: {
  readonly messages: readonly ChatMessage[]
  readonly isRunning: boolean
  readonly hasFailed: boolean
}) {
  if (messages.length === 0 && !isRunning) return null
  return (
    <section aria-label="Output messages" className={styles.messages} data-payload="">
      <Steps items={messages} step={CARDS_STEP} label="Show more messages">
        {(message, at) => <MessageCard key={at} message={message} isAnswer isFoldedAtFirst={hasFailed} />}
      </Steps>
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
  const isInMessages = [...chat.input, ...chat.output].some(({ parts }) =>
    parts.some(({ type }) => type === 'document'),
  )
  if (documents.length === 0 || isInMessages) return null
  return (
    <section aria-label="Documents" className={styles.messages}>
      <h3>{pluralize(documents.length, 'document')}</h3>
      <Steps items={documents} step={DOCUMENTS_STEP} label="Show more documents">
        {(document, at) => <DocumentCard key={at} document={document} />}
      </Steps>
    </section>
  )
}
