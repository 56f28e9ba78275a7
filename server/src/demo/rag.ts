import type { Step } from './call-record.ts'
import { type Message, modelCall } from './model-call.ts'
import type { Random } from './random.ts'
import { QUESTIONS, type Question } from './shop.ts'

/** Answers from documents: embed the question, fetch passages, rank them, write the answer. */
export function ragAnswer(question: Question, model: string, prompt: string, random: Random): Step {
  const passages = [question, random.pick(QUESTIONS), random.pick(QUESTIONS)].map(
    ({ source, topic }, index) => ({
      id: `doc-${topic}-${index}`,
      text: source,
      score: Number((0.95 - index * 0.13 - random.fraction() * 0.05).toFixed(4)),
    }),
  )
  const context = passages.map(({ text }) => `- ${text}`).join('\n')
  const messages: Message[] = [
    { role: 'system', content: `Answer from these passages only:\n${context}` },
    { role: 'user', content: question.text },
  ]
  return {
    op: 'rag_answer',
    inputs: { question: question.text, prompt, top_k: 3 },
    ownMs: random.whole(2, 10),
    attributes: { kind: 'chain', topic: question.topic },
    children: [
      embed(question.text, random),
      {
        op: 'retrieve',
        attributes: { kind: 'retriever' },
        inputs: { query: question.text, top_k: 3 },
        ownMs: random.skewed(45),
        output: passages,
      },
      {
        op: 'rerank',
        attributes: { kind: 'reranker' },
        inputs: { passages: passages.length },
        ownMs: random.skewed(90),
        output: [0, 2, 1],
      },
      modelCall(model, messages, { role: 'assistant', content: question.answer }, random),
    ],
    output: { answer: question.answer, sources: passages.map(({ id }) => id) },
  }
}

function embed(text: string, random: Random): Step {
  const prompt_tokens = Math.ceil(text.length / 4)
  const tokens = { requests: 1, prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens }
  return {
    op: 'embed',
    attributes: { kind: 'embedding' },
    inputs: { model: 'text-embedding-3-small', input: text },
    ownMs: random.skewed(60),
    output: {
      dimensions: 1536,
      preview: Array.from({ length: 4 }, () => Number((random.fraction() - 0.5).toFixed(4))),
    },
    usage: { 'text-embedding-3-small': tokens },
  }
}
