import { duration, oneOf, type Setting, type ValueType } from './config-values.ts'

/** What the server reports about itself. */
export interface ReportingConfig {
  readonly logLevel: string
  /** Requests that take longer are logged as slow, with the shape of the request. */
  readonly slowAfterMs: number
  /** URL that receives the server's own traces over OTLP, with credentials if it needs them; empty for none. */
  readonly traceTo: string
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

/** The URL of an OTLP endpoint for traces; the standard path is added to one without a path. */
const tracesUrl: ValueType<string> = {
  parse: (text) => {
    if (text === '') return ''
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.pathname === '/') url.pathname = '/v1/traces'
    return url.href
  },
  expected: 'a URL such as http://127.0.0.1:4318/v1/traces',
}

export const REPORTING_SETTINGS: {
  readonly [Name in keyof ReportingConfig]: Setting<ReportingConfig[Name]>
} = {
  logLevel: {
    flag: 'log-level',
    variable: 'HEDDLE_LOG_LEVEL',
    fallback: 'warn',
    help: `Log level: ${LOG_LEVELS.join(', ')}`,
    type: oneOf(LOG_LEVELS),
  },
  slowAfterMs: {
    flag: 'slow-after',
    variable: 'HEDDLE_SLOW_AFTER',
    fallback: '5s',
    help: 'Log requests that take longer than this',
    type: duration,
  },
  traceTo: {
    flag: 'trace-to',
    variable: 'HEDDLE_TRACE_TO',
    fallback: '',
    help: "Send the server's own traces to this OTLP endpoint over HTTP (none)",
    type: tracesUrl,
    isSecret: true,
  },
}
