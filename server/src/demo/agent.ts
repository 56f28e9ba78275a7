import type { Step } from './call-record.ts'
import { type Message, modelCall } from './model-call.ts'
import type { Random } from './random.ts'
import { type Question, SYSTEM_PROMPT, type Topic } from './shop.ts'

type Tool = 'search_orders' | 'get_policy' | 'search_guides' | 'check_stock' | 'send_email' | 'issue_refund'

/** What an agent would use for a question. */
const TOOLS: Readonly<Record<Topic, readonly [Tool, ...Tool[]]>> = {
  delivery: ['search_orders', 'get_policy', 'send_email'],
  returns: ['get_policy', 'search_orders', 'send_email'],
  billing: ['search_orders', 'get_policy', 'issue_refund', 'send_email'],
  advice: ['search_guides', 'check_stock'],
  product: ['search_guides', 'check_stock'],
  stock: ['check_stock', 'send_email'],
}

const EXCEPTIONS: readonly [string, ...string[]] = [
  'TimeoutError: the order service did not answer within 5.0 s',
  'RateLimitError: 429 too many requests, try again in 20 s',
  'ValueError: order number must have five digits',
]

/** A support agent that plans, uses tools in rounds and answers; now and then a tool fails. */
export function agentRun(question: Question, model: string, random: Random): Step {
  const messages: Message[] = [
    { role: 'system', content: SYSTEM_PROMPT },
    { role: 'user', content: question.text },
  ]
  const rounds = Array.from({ length: random.whole(1, 4) }, () =>
    agentRound(question, messages, model, random),
  )
  const broken = rounds.at(-1)?.children?.some(({ exception }) => exception) && random.chance(0.5)
  const answer: Message = { role: 'assistant', content: question.answer }
  const finish = { ...modelCall(model, messages, answer, random), display_name: 'write the answer' }
  return {
    op: 'SupportAgent.run',
    inputs: { question: question.text, model, max_rounds: 4 },
    ownMs: random.whole(2, 20),
    children: broken ? rounds : [...rounds, finish],
    attributes: { kind: 'agent', topic: question.topic },
    ...(broken
      ? { exception: 'AgentError: gave up after a tool failed twice' }
      : { output: { answer: question.answer, rounds: rounds.length } }),
  }
}

function agentRound(question: Question, messages: Message[], model: string, random: Random): Step {
  const tool = random.pick(TOOLS[question.topic])
  const args = argumentsOf(tool, question)
  const id = `call_${random.hex(12)}`
  const request: Message = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
  }
  const decide = modelCall(model, [...messages], request, random)
  const use = toolCall(tool, args, question, random)
  messages.push(request, { role: 'tool', content: use.exception ?? JSON.stringify(use.output) })
  return {
    op: 'SupportAgent.round',
    inputs: { round: messages.length / 2 },
    ownMs: random.whole(1, 8),
    children: [decide, use],
    output: { tool, ok: use.exception === undefined },
  }
}

function toolCall(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  question: Question,
  random: Random,
): Step {
  const step = { op: tool, inputs: args, ownMs: random.skewed(180), attributes: { kind: 'tool' } }
  if (random.chance(0.07)) return { ...step, exception: random.pick(EXCEPTIONS) }
  return { ...step, output: resultOf(tool, question) }
}

function argumentsOf(tool: Tool, question: Question): Readonly<Record<string, unknown>> {
  switch (tool) {
    case 'search_orders':
      return { order: orderOf(question), limit: 5 }
    case 'get_policy':
      return { topic: question.topic }
    case 'search_guides':
    case 'check_stock':
      return { query: question.text }
    case 'send_email':
      return { template: question.topic, to: 'customer@example.com' }
    case 'issue_refund':
      return { order: orderOf(question), amount: 129.0, currency: 'EUR' }
  }
}

function resultOf(tool: Tool, question: Question): Readonly<Record<string, unknown>> {
  switch (tool) {
    case 'search_orders':
      return { order: orderOf(question), status: 'with the carrier', payments: [129.0, 129.0] }
    case 'get_policy':
      return { policy: question.source, updated_at: '2026-10-01T09:30:00Z' }
    case 'search_guides':
      return { passages: [question.source] }
    case 'check_stock':
      return { result: question.source, in_stock: question.topic === 'stock' ? 0 : 14 }
    case 'send_email':
      return { sent: true }
    case 'issue_refund':
      return { refund: `R-${orderOf(question)}`, status: 'approved' }
  }
}

/** The order that a question is about; the shop looks it up where customers do not name it. */
const orderOf = ({ text, answer }: Question): string => /\d{5}/.exec(`${text} ${answer}`)?.[0] ?? '48102'
