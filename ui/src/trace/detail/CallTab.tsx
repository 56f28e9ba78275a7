import { useMemo } from 'react'
import { chatOf } from '../../call/chat.ts'
import { Segmented } from '../../components/Field.tsx'
import { useSearchParam } from '../../navigation/params.ts'
import { ChatView } from './ChatView.tsx'
import styles from './Detail.module.css'
import { PayloadSection } from './PayloadSection.tsx'
import type { TabProps } from './tab-props.ts'

type View = 'chat' | 'pretty' | 'json'

/** Longer payloads are not searched for chat messages. */
const CHAT_CHARACTERS_MAX = 4_000_000

/** Inputs and output of the call. */
export function CallTab({ projectId, call }: TabProps) {
  const { inputs, output } = call.texts
  const chat = useMemo(() => parsedChat(inputs, output), [inputs, output])
  const [chosen, setView] = useSearchParam('view')
  const view = viewOf(chosen, chat !== undefined)
  const payloadView = view === 'json' ? 'json' : 'pretty'
  const options: { value: View; label: string }[] = [
    ...(chat ? [{ value: 'chat' as const, label: 'Chat' }] : []),
    { value: 'pretty', label: 'Pretty' },
    { value: 'json', label: 'JSON' },
  ]
  return (
    <>
      <div className={styles.viewSwitch}>
        <Segmented
          label="Payload view"
          options={options}
          value={view}
          onChange={(next) => setView(next, { replace: true })}
        />
      </div>
      {view === 'chat' && chat ? (
        <ChatView chat={chat} isRunning={call.ended_at === null} />
      ) : (
        <div className={styles.payloads}>
          <PayloadSection
            title="Inputs"
            base="inputs"
            text={inputs}
            view={payloadView}
            projectId={projectId}
          />
          <PayloadSection
            title="Output"
            base="output"
            text={output}
            view={payloadView}
            projectId={projectId}
            note={outputNote(call)}
          />
        </div>
      )}
    </>
  )
}

function parsedChat(inputs: string, output: string) {
  if (inputs.length + output.length > CHAT_CHARACTERS_MAX) return undefined
  return chatOf(JSON.parse(inputs), JSON.parse(output))
}

function viewOf(chosen: string | undefined, hasChat: boolean): View {
  if (chosen === 'json' || chosen === 'pretty') return chosen
  return hasChat ? 'chat' : 'pretty'
}

function outputNote({ ended_at, exception, texts }: TabProps['call']): string | undefined {
  if (texts.output !== 'null') return undefined
  if (ended_at === null) return 'Still running.'
  return exception === null ? 'No output.' : 'The call failed. See the Exception tab.'
}
