import type { CallMessages } from '@heddle/contract/messages'
import { memberTexts } from '../json/children.ts'
import { chatOf, lastTurn, spokenText } from '../messages/chat.ts'

/** A column of a dataset and what fills it: a field of `inputs`, the `output`, or something from the messages of a call. */
export interface DatasetColumn {
  readonly source: string
  readonly name: string
}

/** A call as JSON texts, so that numbers keep all their digits. */
export interface SourceCall {
  readonly inputs: string
  readonly output: string
  /** Undefined if no column needs them. */
  readonly messages: CallMessages | undefined
}

/** What messages can fill a column with. */
const MESSAGE_SOURCES: Readonly<Record<string, (messages: CallMessages) => unknown>> = {
  question: (messages) => spokenText(lastTurn(chatOf(messages).input).slice(0, 1)),
  answer: (messages) => spokenText(chatOf(messages).output),
  messages: ({ input }) => input,
  documents: ({ documents }) => documents.map(({ content }) => content),
}

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  question: 'Question: last user message',
  answer: 'Answer: text of the output',
  messages: 'All input messages',
  documents: 'Retrieved documents',
  output: 'Output as JSON',
}

const FIELD = 'inputs.'

/** What the columns of a call like this can be filled with. */
export function sourcesOf(call: SourceCall): { readonly value: string; readonly label: string }[] {
  const fields = [...memberTexts(call.inputs).keys()].map((key) => ({
    value: FIELD + key,
    label: `Input field ${key}`,
  }))
  return [...Object.entries(SOURCE_LABELS).map(([value, label]) => ({ value, label })), ...fields]
}

/** A chat becomes a question and an answer; any other call has its inputs as columns. */
export function suggestedColumns(call: SourceCall): DatasetColumn[] {
  if (sourceText(call, 'question') === undefined) {
    const names = [...memberTexts(call.inputs).keys()]
    return [
      ...names.map((name) => ({ source: FIELD + name, name: name === 'output' ? `${FIELD}output` : name })),
      { source: 'output', name: 'output' },
    ]
  }
  return [
    { source: 'question', name: 'input' },
    { source: 'answer', name: 'output' },
    ...(call.messages?.documents.length ? [{ source: 'documents', name: 'context' }] : []),
  ]
}

export const needsMessages = (columns: readonly DatasetColumn[]): boolean =>
  columns.some(({ source }) => Object.hasOwn(MESSAGE_SOURCES, source))

/** JSON of what a call has for a column; undefined if it has nothing. */
export function sourceText(call: SourceCall, source: string): string | undefined {
  if (source === 'output') return call.output
  if (source.startsWith(FIELD)) return memberTexts(call.inputs).get(source.slice(FIELD.length))
  const read = Object.hasOwn(MESSAGE_SOURCES, source) ? MESSAGE_SOURCES[source] : undefined
  return call.messages && read ? JSON.stringify(read(call.messages)) : undefined
}

/** A call as JSON of a dataset row. Columns for which it has nothing are left out. */
export function rowText(call: SourceCall, columns: readonly DatasetColumn[]): string {
  const members = columns.flatMap(({ source, name }) => {
    const text = sourceText(call, source)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${members.join()}}`
}
