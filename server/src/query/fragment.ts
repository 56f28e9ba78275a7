export type SqlParam = string | number | bigint | null | Uint8Array

/** A piece of SQL with the values of its placeholders, in order, and the joined tables it reads. */
export interface Fragment {
  readonly sql: string
  readonly params: readonly SqlParam[]
  /** Aliases of the tables that must be joined for this to work. */
  readonly uses: ReadonlySet<string>
}

/** SQL as a template: a fragment put into it is spliced, any other value travels as a parameter. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | SqlParam)[]): Fragment {
  const fragments = parts.map((part) => (isFragment(part) ? part : parameter(part)))
  return {
    sql: texts.reduce((text, next, index) => text + (fragments[index - 1]?.sql ?? '') + next),
    params: fragments.flatMap((fragment) => fragment.params),
    uses: union(fragments),
  }
}

/** SQL that is known to be safe: names of ours, never a user's text. */
export function trusted(text: string, ...uses: readonly string[]): Fragment {
  return { sql: text, params: [], uses: new Set(uses) }
}

/** A text as a constant inside the SQL. `text` must be free of NUL, which would end the statement. */
export function quoted(text: string): Fragment {
  return trusted(`'${text.replaceAll("'", "''")}'`)
}

export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    sql: fragments.map((fragment) => fragment.sql).join(separator),
    params: fragments.flatMap((fragment) => fragment.params),
    uses: union(fragments),
  }
}

/** Operands in halves of halves: engines limit how deep an expression may be, not how wide. */
export function balanced(operands: readonly Fragment[], operator: 'and' | 'or'): Fragment {
  const [first] = operands
  if (operands.length <= 1) return first ?? trusted(operator === 'and' ? '1' : '0')
  const middle = Math.ceil(operands.length / 2)
  const left = balanced(operands.slice(0, middle), operator)
  const right = balanced(operands.slice(middle), operator)
  return sql`(${left} ${trusted(operator)} ${right})`
}

const parameter = (value: SqlParam): Fragment => ({ sql: '?', params: [value], uses: new Set() })

const union = (fragments: readonly Fragment[]): ReadonlySet<string> =>
  new Set(fragments.flatMap((fragment) => [...fragment.uses]))

function isFragment(part: Fragment | SqlParam): part is Fragment {
  return typeof part === 'object' && part !== null && 'sql' in part
}
