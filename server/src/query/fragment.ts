/** A value that the engine sends separately from the SQL, or writes as a literal. */
export type SqlParam = string | number | bigint | Uint8Array

/**
 * A piece of SQL before rendering: parameters and constants are still values, which the dialect writes when the whole
 * statement is rendered.
 */
export interface Fragment {
  readonly parts: readonly Part[]
}

type Part =
  | string
  | Fragment
  | { readonly param: SqlParam }
  /** A constant inside the SQL. */
  | { readonly text: string }
  /** The alias of a table that must be joined for this to work. */
  | { readonly uses: string }

/** How an engine writes values into SQL. */
export interface SqlWriter {
  /** A placeholder, or the literal itself for an engine that sends no parameters. */
  parameter(value: SqlParam): string
  /** A constant. The text comes from users and must be quoted completely. */
  quote(text: string): string
}

export interface RenderedSql {
  readonly sql: string
  readonly params: readonly SqlParam[]
}

/** SQL as a template: fragments are spliced, any other value becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...values: readonly (Fragment | SqlParam)[]): Fragment {
  const parts: Part[] = []
  for (const [index, text] of texts.entries()) {
    const value = values[index]
    if (text !== '') parts.push(text)
    if (value !== undefined) parts.push(isFragment(value) ? value : { param: value })
  }
  return { parts }
}

/** Trusted SQL, never text from users. */
export function trusted(text: string, ...uses: readonly string[]): Fragment {
  return { parts: [text, ...uses.map((alias) => ({ uses: alias }))] }
}

/** A text as a constant inside the SQL. */
export const constant = (text: string): Fragment => ({ parts: [{ text }] })

export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return { parts: fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [separator, fragment])) }
}

/** Joins operands as a balanced tree: engines limit how deep an expression may be, not how wide. */
export function balanced(operands: readonly Fragment[], operator: 'and' | 'or'): Fragment {
  const [first] = operands
  if (first && operands.length === 1) return first
  const middle = Math.ceil(operands.length / 2)
  const left = balanced(operands.slice(0, middle), operator)
  const right = balanced(operands.slice(middle), operator)
  return sql`(${left} ${trusted(operator)} ${right})`
}

/** The value of a fragment that consists of one parameter. */
export function loneParam({ parts }: Fragment): SqlParam | undefined {
  const [only] = parts
  if (parts.length !== 1 || only === undefined || typeof only === 'string') return undefined
  if ('parts' in only) return loneParam(only)
  return 'param' in only ? only.param : undefined
}

/** The aliases of the tables that a fragment reads besides its main one. */
export function aliasesIn(...fragments: readonly Fragment[]): ReadonlySet<string> {
  const aliases = new Set<string>()
  const visit = ({ parts }: Fragment): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      if ('parts' in part) visit(part)
      else if ('uses' in part) aliases.add(part.uses)
    }
  }
  for (const fragment of fragments) visit(fragment)
  return aliases
}

export function render(fragment: Fragment, writer: SqlWriter): RenderedSql {
  const texts: string[] = []
  const params: SqlParam[] = []
  const write = ({ parts }: Fragment): void => {
    for (const part of parts) {
      if (typeof part === 'string') texts.push(part)
      else if ('parts' in part) write(part)
      else if ('text' in part) texts.push(writer.quote(part.text))
      else if ('param' in part) {
        texts.push(writer.parameter(part.param))
        params.push(part.param)
      }
    }
  }
  write(fragment)
  return { sql: texts.join(''), params }
}

function isFragment(value: Fragment | SqlParam): value is Fragment {
  return typeof value === 'object' && 'parts' in value
}
