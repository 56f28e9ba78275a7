import type { Client } from '@heddle/contract/client'
import type { Static, TObject } from 'typebox'
import * as Value from 'typebox/value'

export interface ToolContext {
  readonly client: Client
  /** The project that the caller chose, or the one that the server was started for. */
  readonly projectId: string
}

interface Definition<Input extends TObject> {
  readonly name: string
  readonly title: string
  /** Tells a model when to use it and what it returns. */
  readonly description: string
  readonly input: Input
  /** Whether it changes data, and so needs a key that may write. */
  readonly writes?: true
  /** Whether it is about all projects. */
  readonly anyProject?: true
  readonly run: (context: ToolContext, input: Static<Input>) => Promise<string>
}

export interface Tool extends Omit<Definition<TObject>, 'run'> {
  /** Returns the answer. Throws a `ToolError` if the input is not valid. */
  readonly run: (context: ToolContext, input: unknown) => Promise<string>
}

/** An answer that tells the model what to do differently. */
export class ToolError extends Error {}

export function tool<Input extends TObject>(definition: Definition<Input>): Tool {
  const { input: schema } = definition
  return {
    ...definition,
    async run(context, input) {
      if (!Value.Check(schema, input)) {
        const [problem] = Value.Errors(schema, input)
        throw new ToolError(
          `The input is not valid: ${problem?.instancePath || 'it'} ${problem?.message ?? ''}`,
        )
      }
      const names = Object.keys(schema.properties)
      // Left out, a misspelt filter would be answered as if there were none.
      const unknown = Object.keys(input).find((name) => !names.includes(name))
      if (unknown === undefined) return definition.run(context, input)
      throw new ToolError(
        `There is no argument ${unknown}: ${definition.name} takes ${names.join(', ') || 'none'}`,
      )
    },
  }
}

/** Characters of one answer: about 3,000 tokens. */
const ANSWER_CHARS_MAX = 12_000

/** As many lines from the cursor as fit into one answer, and the cursor of the next. */
export const pageOfLines = (lines: readonly string[], cursor = 0): string =>
  pageOf(lines.length, (index) => lines[index] ?? '', cursor)

/** The same for lines that are written when they are shown: a trace may have many more than fit. */
export function pageOf(count: number, lineAt: (index: number) => string, cursor = 0): string {
  const shown: string[] = []
  let chars = 0
  let at = cursor
  for (; at < count; at++) {
    const line = lineAt(at).slice(0, ANSWER_CHARS_MAX)
    chars += line.length + 1
    if (chars > ANSWER_CHARS_MAX && shown.length > 0) break
    shown.push(line)
  }
  const rest = count - at
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines: call again with cursor ${at}`] : [])].join('\n')
}

/** Text from the cursor on, as much as fits into one answer. */
export function pageOfText(text: string, cursor = 0): string {
  const last = cursor + ANSWER_CHARS_MAX - 1
  // A character of two code units that does not fit whole is left to the next page.
  const end = (text.codePointAt(last) ?? 0) > 0xffff ? last : last + 1
  const rest = text.length - end
  const more = rest > 0 ? `\n… ${rest} more characters: call again with cursor ${end}` : ''
  return text.slice(cursor, end) + more
}
