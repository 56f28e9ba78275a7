import { valueAt } from '@heddle/contract/call/json'
import type { TraceTree } from '@heddle/contract/compare/tree'
import type { CallKind } from '@heddle/contract/messages'
import type { IconName } from '../components/icons.tsx'

export const KIND_ICONS: Readonly<Record<CallKind, { readonly icon: IconName; readonly label: string }>> = {
  agent: { icon: 'agent', label: 'Agent' },
  llm: { icon: 'llm', label: 'Model call' },
  tool: { icon: 'tool', label: 'Tool' },
  retriever: { icon: 'retriever', label: 'Retriever' },
  reranker: { icon: 'arrowUp', label: 'Reranker' },
  embedding: { icon: 'grip', label: 'Embedding' },
  chain: { icon: 'path', label: 'Chain' },
  evaluator: { icon: 'flask', label: 'Evaluator' },
  guardrail: { icon: 'eye', label: 'Guardrail' },
  prompt: { icon: 'message', label: 'Prompt' },
  call: { icon: 'step', label: 'Call' },
}

/** Kind of a call as the server derived it from what was declared; `call` if it is not known. */
export const kindOf = ({ summary }: { readonly summary: unknown }): CallKind =>
  knownKind(valueAt(summary, 'weave.kind'))

/** The same for a call of a trace. */
export const callKind = ({ skeleton }: TraceTree, index: number): CallKind =>
  knownKind(skeleton.calls.kind[index])

const knownKind = (value: unknown): CallKind => (isKind(value) ? value : 'call')

const isKind = (value: unknown): value is CallKind =>
  typeof value === 'string' && Object.hasOwn(KIND_ICONS, value)
