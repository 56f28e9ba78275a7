import type { SpanAttributes } from '../semconv/span-attributes.ts'
import type { Attributes, Span } from './span.ts'

/**
 * The exception of the call: type and message of the error, then its stack. Empty if the span did not fail, since an exception that
 * was recorded on a successful span was handled. Never empty for a failed span.
 */
export function exceptionOf({ status, events }: Span, attributes: SpanAttributes): string {
  // The Langfuse SDK marks failures with the level of an observation.
  if (status.code !== 'ERROR' && attributes.text('level') !== 'ERROR') return ''
  const recorded = events.findLast(({ name }) => name === 'exception')?.attributes
  const text = recorded ? eventText(recorded) : attributesText(attributes)
  const message = status.message || (attributes.text('status_message') ?? '')
  if (text === '') return message || 'Error'
  return text.includes(message) ? text : `${message}\n${text}`
}

function eventText(event: Attributes): string {
  const text = (key: string) => {
    const value = event.get(key)
    return typeof value === 'string' ? value : ''
  }
  return exceptionText(text('exception.type'), text('exception.message'), text('exception.stacktrace'))
}

const attributesText = (attributes: SpanAttributes): string =>
  exceptionText(
    attributes.text('error_type') ?? '',
    attributes.text('error_message') ?? '',
    attributes.text('error_stack') ?? '',
  )

/** JavaScript stacks start with type and message, which are not repeated. */
function exceptionText(type: string, message: string, stack: string): string {
  const summary = [type, message].filter((part) => part !== '').join(': ')
  return stack.startsWith(summary) ? stack : [summary, stack].filter((part) => part !== '').join('\n')
}
