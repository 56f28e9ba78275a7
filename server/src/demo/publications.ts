import type { Client } from '@heddle/contract/client'
import { createFile } from '@heddle/contract/files'
import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import { setAliases } from '@heddle/contract/tags'
import { QUESTIONS, SYSTEM_PROMPT } from './shop.ts'

/** Publishes objects as SDKs do, and keeps the refs of what it published. */
export class Publisher {
  readonly #client: Client
  readonly #projectId: string
  readonly #ops = new Map<string, string>()

  constructor(client: Client, projectId: string) {
    this.#client = client
    this.#projectId = projectId
  }

  /** The ref of a published op; its plain name if it was not published. */
  readonly opRef = (name: string): string => this.#ops.get(name) ?? name

  async op(name: string, source: string): Promise<void> {
    const file = new TextEncoder().encode(source)
    const { digest } = await this.#client.call(createFile, { project_id: this.#projectId, file })
    const val = { _type: 'CustomWeaveType', weave_type: { type: 'Op' }, files: { 'obj.py': digest } }
    this.#ops.set(name, await this.#publish(name, val, 'op'))
  }

  /** An object of a class, as the SDKs write them: `bases` from the class up. */
  object(name: string, className: string, bases: readonly string[], fields: object): Promise<string> {
    const classFields = {
      _type: className,
      _class_name: className,
      _bases: [...bases, 'Object', 'BaseModel'],
    }
    return this.#publish(name, { ...classFields, name, description: null, ...fields }, 'object')
  }

  async dataset(name: string, rows: readonly object[]): Promise<{ ref: string; rowRefs: string[] }> {
    const table = { project_id: this.#projectId, rows: [...rows] }
    const { digest, row_digests } = await this.#client.call(createTable, { table })
    const ref = await this.object(name, 'Dataset', [], {
      rows: `weave:///${this.#projectId}/table/${digest}`,
    })
    return { ref, rowRefs: row_digests.map((row) => `${ref}/attr/rows/id/${row}`) }
  }

  async alias(ref: string, alias: string): Promise<void> {
    const [name = '', digest = ''] = ref.slice(ref.lastIndexOf('/') + 1).split(':')
    await this.#client.call(setAliases, {
      project_id: this.#projectId,
      object_id: name,
      digest,
      aliases: [alias],
    })
  }

  async #publish(name: string, val: unknown, kind: 'op' | 'object'): Promise<string> {
    const obj = { project_id: this.#projectId, object_id: name, val }
    const { digest } = await this.#client.call(createObject, { obj })
    return `weave:///${this.#projectId}/${kind}/${name}:${digest}`
  }
}

const OPS: Readonly<Record<string, string>> = {
  'SupportAgent.run': `@weave.op
def run(self, question: str, model: str, max_rounds: int = 4) -> dict:
    messages = [system(SYSTEM_PROMPT), user(question)]
    for _ in range(max_rounds):
        step = self.round(messages, model)
        if step.done:
            break
    return {"answer": self.write(messages, model), "rounds": len(messages) // 2}
`,
  'SupportAgent.round': `@weave.op
def round(self, messages: list, model: str):
    choice = chat(model, messages, tools=TOOLS)
    return self.use(choice.tool_calls[0])
`,
  rag_answer: `@weave.op
def rag_answer(question: str, prompt: str, top_k: int = 3) -> dict:
    passages = rerank(retrieve(embed(question), top_k))
    return write(prompt, question, passages)
`,
  retrieve: `@weave.op
def retrieve(query: str, top_k: int) -> list[dict]:
    return index.search(query, top_k)
`,
}

const PROMPTS: readonly string[] = [
  'Answer the question.',
  'Answer the question from the passages. Say so when they do not contain the answer.',
  SYSTEM_PROMPT,
  `${SYSTEM_PROMPT} Never promise a date that no tool has confirmed.`,
]

export interface Published {
  /** The versions of the prompt, oldest first. */
  readonly prompts: readonly string[]
  readonly models: readonly { readonly ref: string; readonly llm: string }[]
  readonly dataset: {
    readonly ref: string
    readonly rowRefs: readonly string[]
    readonly rows: readonly ExampleRow[]
  }
}

export interface ExampleRow {
  readonly id: number
  readonly question: string
  readonly topic: string
  readonly expected: string
}

export async function publishAll(publisher: Publisher): Promise<Published> {
  for (const [name, source] of Object.entries(OPS)) await publisher.op(name, source)
  const prompts: string[] = []
  for (const content of PROMPTS) {
    prompts.push(await publisher.object('support-prompt', 'StringPrompt', ['Prompt'], { content }))
  }
  const production = prompts[2]
  if (production) await publisher.alias(production, 'production')
  const models = []
  for (const [llm, temperature] of [
    ['gpt-4o', 0.2],
    ['gpt-4o-mini', 0],
    ['claude-sonnet-4-20250514', 0],
  ] as const) {
    const fields = { llm, temperature, prompt: prompts.at(-1) ?? null }
    models.push({ llm, ref: await publisher.object('support-model', 'SupportModel', ['Model'], fields) })
  }
  const rows = exampleRows()
  return { prompts, models, dataset: { ...(await publisher.dataset('support-questions', rows)), rows } }
}

function exampleRows(): ExampleRow[] {
  return Array.from({ length: 32 }, (_, id) => {
    const question = QUESTIONS[id % QUESTIONS.length] ?? QUESTIONS[0]
    const text = id < QUESTIONS.length ? question.text : `${question.text} (asked again, ${id})`
    return { id, question: text, topic: question.topic, expected: question.answer }
  })
}
