import { elementTexts, memberTexts, objectText } from '../../json/children.ts'

/** A message of a prompt. `text` is its JSON, for the members that are not edited. */
export interface PromptMessage {
  readonly role: string
  readonly content: string
  readonly text: string
}

/** How a value is edited: a text, messages, or JSON for anything else. */
export type ValueForm =
  | { readonly kind: 'text'; readonly content: string }
  | { readonly kind: 'messages'; readonly messages: readonly PromptMessage[] }
  | { readonly kind: 'json' }

const NEW_MESSAGE = '{"role":"user","content":""}'

export function formOf(valText: string): ValueForm {
  const members = memberTexts(valText)
  const content = stringOf(members.get('content'))
  if (content !== undefined) return { kind: 'text', content }
  const messages = members.get('messages')
  if (!messages?.startsWith('[')) return { kind: 'json' }
  const read = elementTexts(messages).map(messageOf)
  return read.every((message) => message !== undefined)
    ? { kind: 'messages', messages: read }
    : { kind: 'json' }
}

/** Undefined if the content is not a text, such as a list of parts. */
function messageOf(text: string): PromptMessage | undefined {
  const members = memberTexts(text)
  const [role, content] = [stringOf(members.get('role')), stringOf(members.get('content'))]
  return role === undefined || content === undefined ? undefined : { role, content, text }
}

const stringOf = (json: string | undefined): string | undefined =>
  json?.startsWith('"') ? String(JSON.parse(json)) : undefined

export const newMessage = (): PromptMessage => ({ role: 'user', content: '', text: NEW_MESSAGE })

/** The value with an edited form; all other members stay as they are. */
export function withForm(valText: string, form: Exclude<ValueForm, { readonly kind: 'json' }>): string {
  const members = memberTexts(valText)
  if (form.kind === 'text') return objectText(members.set('content', JSON.stringify(form.content)))
  const messages = form.messages.map(({ role, content, text }) =>
    objectText(memberTexts(text).set('role', JSON.stringify(role)).set('content', JSON.stringify(content))),
  )
  return objectText(members.set('messages', `[${messages.join()}]`))
}
