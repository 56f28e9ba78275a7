// What the fake provider answers, whichever API asks. Scripts ask these questions word for word.

/** Markdown with a list, a table and code, so that a page has something to render. */
const TEA = `## Tea

1. Boil the water.
2. Steep for **3 minutes**.

| tea | minutes |
| --- | --- |
| green | 2 |
| black | 4 |

\`\`\`sh
kettle --degrees 95
\`\`\``

const ANSWERS = [
  {
    question: 'How do I make tea?',
    text: TEA,
    reasoning: 'List the steps, then the times in a table.',
    usage: { input: 1300, cacheRead: 1024, cacheWrite: 128, output: 90, reasoning: 24 },
  },
  {
    question: 'And coffee?',
    text: 'Use *fresh* beans.',
    usage: { input: 1500, cacheRead: 1280, cacheWrite: 0, output: 8, reasoning: 0 },
  },
  {
    question: 'What is the weather in Paris?',
    toolCall: { name: 'get_weather', arguments: { city: 'Paris' } },
    afterTool: {
      text: 'It is 18 °C and sunny in Paris.',
      usage: { input: 150, cacheRead: 0, cacheWrite: 0, output: 14, reasoning: 0 },
    },
    usage: { input: 110, cacheRead: 0, cacheWrite: 0, output: 17, reasoning: 0 },
  },
  {
    question: 'What is in this picture?',
    text: 'A single red pixel.',
    usage: { input: 270, cacheRead: 0, cacheWrite: 0, output: 6, reasoning: 0 },
  },
  {
    question: 'How long can I return it?',
    text: 'Within 30 days.',
    usage: { input: 95, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 },
  },
  {
    // Answered with 400: clients retry 429 and 5xx.
    question: 'Please fail.',
    error: { status: 400, type: 'invalid_request_error', message: 'The prompt is too long.' },
  },
]

/**
 * The answer to a conversation, by the question that its user asked last. Questions may be embedded in longer
 * text, such as a RAG prompt. Throws for a conversation that no script should have.
 */
export function answerTo({ userText, hasToolResult }) {
  const answer = ANSWERS.filter(({ question }) => userText.includes(question))
    .sort((a, b) => userText.lastIndexOf(a.question) - userText.lastIndexOf(b.question))
    .at(-1)
  if (!answer) throw new Error(`the provider has no answer to: ${userText}`)
  const { afterTool, ...first } = answer
  return hasToolResult && afterTool ? { question: answer.question, ...afterTool } : first
}

/** A vector for each text, and what it cost to make them. */
export function embed(texts) {
  return {
    vectors: texts.map((text) => [text.length / 100, 0.5, -0.25, 1]),
    usage: { input: texts.length * 3, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  }
}
