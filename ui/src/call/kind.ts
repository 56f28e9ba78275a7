import type { IconName } from '../components/icons.tsx'
import { valueAt } from './json.ts'

export type CallKind = 'llm' | 'tool' | 'agent' | 'retriever' | 'scorer' | 'step'

export const KIND_ICONS: Record<CallKind, { readonly icon: IconName; readonly label: string }> = {
  llm: { icon: 'llm', label: 'Model call' },
  tool: { icon: 'tool', label: 'Tool' },
  agent: { icon: 'agent', label: 'Agent' },
  retriever: { icon: 'retriever', label: 'Retrieval' },
  scorer: { icon: 'flask', label: 'Scorer' },
  step: { icon: 'step', label: 'Step' },
}

/** Kinds as named by SDKs and OpenTelemetry conventions. */
const WORDS: Readonly<Record<string, CallKind>> = {
  llm: 'llm',
  chat: 'llm',
  completion: 'llm',
  embedding: 'retriever',
  tool: 'tool',
  function: 'tool',
  agent: 'agent',
  workflow: 'agent',
  retriever: 'retriever',
  search: 'retriever',
  rerank: 'retriever',
  reranker: 'retriever',
  scorer: 'scorer',
  evaluator: 'scorer',
  guardrail: 'scorer',
}

/** Kind of a call, from its attributes or else from its name. */
export function kindOf(opName: string, attributes: unknown): CallKind {
  const attribute = valueAt(attributes, 'kind') ?? valueAt(attributes, 'weave.kind')
  const word = typeof attribute === 'string' ? attribute.toLowerCase() : ''
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? 'step'
  return kindOfName(opName.toLowerCase())
}

function kindOfName(name: string): CallKind {
  if (/chat\.completions|openai|anthropic|litellm|generate_content|\bllm\b|messages\.create/.test(name))
    return 'llm'
  if (/agent/.test(name)) return 'agent'
  // "search" alone does not make a retriever: it may be a tool that searches orders or the web.
  if (/retriev|embed|rerank|(vector|similarity|semantic|hybrid)_?search/.test(name)) return 'retriever'
  return /scor(e|er)\b/.test(name) ? 'scorer' : 'step'
}
