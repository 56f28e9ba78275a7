import type { CallMessages } from '@heddle/contract/messages'
import { useState } from 'react'
import { useMessages } from '../../api/messages.ts'
import { IconButton } from '../../components/Button.tsx'
import { Segmented } from '../../components/Field.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { ChatView } from '../../messages/ChatView.tsx'
import { hasMessages } from '../../messages/chat.ts'
import { useSearchParam } from '../../navigation/params.ts'
import styles from './Detail.module.css'
import { Failure } from './Failure.tsx'
import { PayloadSection } from './PayloadSection.tsx'
import type { TabProps } from './tab-props.ts'

type View = 'chat' | 'pretty' | 'json'

/** Larger payloads are not read as messages: two copies of them would make the page slow. */
const CHAT_CHARACTERS_MAX = 8_000_000

/** Inputs and output of the call, below its error. */
export function CallTab({ projectId, call }: TabProps) {
  const isRunning = call.ended_at === null
  const enabled = call.texts.inputs.length + call.texts.output.length < CHAT_CHARACTERS_MAX
  const { data: messages, isLoading } = useMessages(projectId, call.id, { isRunning, enabled })
  const chat = messages && hasMessages(messages) ? messages : undefined
  const [chosen, setView] = useSearchParam('view')
  const order = useAnswerFirst()
  const view = viewOf(chosen, chat !== undefined || isLoading)
  const options: { value: View; label: string }[] = [
    ...(chat || isLoading ? [{ value: 'chat' as const, label: 'Chat' }] : []),
    { value: 'pretty', label: 'Pretty' },
    { value: 'json', label: 'JSON' },
  ]
  return (
    <>
      {call.exception !== null && <Failure exception={call.exception} />}
      <div className={styles.viewSwitch}>
        {view === 'chat' && chat && chat.input.length > 0 && (
          <IconButton
            label="Answer first"
            icon="arrowUp"
            size="small"
            pressed={order.isAnswerFirst}
            onClick={() => order.choose(!order.isAnswerFirst)}
          />
        )}
        <Segmented
          label="Payload view"
          options={options}
          value={view}
          onChange={(next) => setView(next, { replace: true })}
        />
      </div>
      {view === 'chat' ? (
        <Chat
          chat={chat}
          isRunning={isRunning}
          hasFailed={call.exception !== null}
          isAnswerFirst={order.isAnswerFirst}
        />
      ) : (
        <Payloads projectId={projectId} call={call} view={view} />
      )}
    </>
  )
}

interface ChatProps {
  readonly chat: CallMessages | undefined
  readonly isRunning: boolean
  readonly hasFailed: boolean
  readonly isAnswerFirst: boolean
}

const Chat = ({ chat, ...order }: ChatProps) =>
  chat ? <ChatView key={chat.id} messages={chat} {...order} /> : <SkeletonLines count={4} />

function Payloads({ projectId, call, view }: TabProps & { readonly view: 'pretty' | 'json' }) {
  const { inputs, output } = call.texts
  return (
    <div className={styles.payloads}>
      <PayloadSection title="Inputs" base="inputs" text={inputs} view={view} projectId={projectId} />
      <PayloadSection
        title="Output"
        base="output"
        text={output}
        view={view}
        projectId={projectId}
        note={outputNote(call)}
      />
    </div>
  )
}

const ORDER = 'heddle.chat-order'

/** Kept in the browser: readers look for the answer, or follow the conversation. */
function useAnswerFirst() {
  const [isAnswerFirst, setIsAnswerFirst] = useState(localStorage.getItem(ORDER) !== 'in-order')
  const choose = (next: boolean) => {
    localStorage.setItem(ORDER, next ? 'answer-first' : 'in-order')
    setIsAnswerFirst(next)
  }
  return { isAnswerFirst, choose }
}

function viewOf(chosen: string | undefined, hasChat: boolean): View {
  if (chosen === 'json' || chosen === 'pretty') return chosen
  return hasChat ? 'chat' : 'pretty'
}

function outputNote({ ended_at, exception, texts }: TabProps['call']): string | undefined {
  if (texts.output !== 'null') return undefined
  if (ended_at === null) return 'Still running.'
  return exception === null ? 'No output.' : 'The call failed before it had an output.'
}
