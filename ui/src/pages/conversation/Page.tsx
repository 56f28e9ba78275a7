import type { AgentTurn } from '@heddle/contract/agent-chat'
import { chronological, useConversation } from '../../api/threads.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Duration, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { pluralize } from '../../format/number.ts'
import type { ChatMessage } from '../../messages/chat.ts'
import { MessageCard } from '../../messages/MessageCard.tsx'
import { TurnList } from '../../messages/TurnList.tsx'
import { ToolRuns } from '../../messages/tool-runs.ts'
import { usePathParam, useProjectId } from '../../navigation/params.ts'
import { chatMessage, toolRun } from './chat-message.ts'
import styles from './Page.module.css'

/** Messages between a user and an agent, from the agent's spans. */
export default function ConversationPage() {
  const conversationId = usePathParam('id')
  const query = useConversation(useProjectId(), conversationId)
  const { data } = query
  if (!data)
    return (
      <Loaded what="the conversation" queries={[query]}>
        <SkeletonLines />
      </Loaded>
    )
  const turns = chronological(
    data.pages.map((page) => page.turns),
    ({ trace_id }) => trace_id,
  )
  return (
    <div className={styles.page}>
      <PageHeader title={conversationId} aside={pluralize(data.pages[0]?.total_turns ?? 0, 'turn')} />
      {turns.length === 0 && (
        <EmptyState title="No messages yet" icon="agent">
          Messages appear here once an agent has sent spans with this conversation ID.
        </EmptyState>
      )}
      <div className={styles.body}>
        <TurnList className={styles.turns} query={query}>
          {turns.map((turn) => (
            <Turn key={turn.trace_id} turn={turn} />
          ))}
        </TurnList>
      </div>
    </div>
  )
}

/** The start of an agent is shown if it says anything. */
function shownMessage(message: AgentTurn['messages'][number]): ChatMessage[] {
  const shown = chatMessage(message)
  return shown.role === 'system' && shown.parts.length === 0 ? [] : [shown]
}

function Turn({ turn }: { readonly turn: AgentTurn }) {
  const runs = new Map(turn.messages.map((message) => [message.span_id, toolRun(message)]))
  return (
    <li className={styles.turn}>
      <ToolRuns value={({ id = '' }) => runs.get(id)}>
        {turn.messages.flatMap(shownMessage).map((message, at) => (
          <MessageCard
            // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
            key={at}
            message={message}
            isAnswer={message.role === 'assistant'}
            isFoldedAtFirst={message.role === 'system'}
          />
        ))}
      </ToolRuns>
      <div className={styles.facts}>
        {turn.started_at !== null && <TimeAgo at={turn.started_at} />}
        <Duration ms={turn.total_duration_ms ?? undefined} />
        <Tokens count={turn.total_input_tokens + turn.total_output_tokens} withUnit />
      </div>
    </li>
  )
}
