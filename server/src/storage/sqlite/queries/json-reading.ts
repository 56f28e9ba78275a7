import type { Reading } from '../../../query/compile.ts'
import { constant, type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { arrayIndex } from '../../../query/values.ts'

/** Reads the value at `path` in the JSON text `document`; null is an empty document. */
export function readJsonPath(document: Fragment, path: readonly string[], as: Reading): Fragment {
  const lastIndex = path.findLastIndex((segment) => arrayIndex(segment) !== undefined)
  if (lastIndex < 0) return read(document, path, as)
  const element = elementAt(document, path.slice(0, lastIndex + 1))
  return sql`(select ${read(trusted('element'), path.slice(lastIndex + 1), as)} from (select ${element} as element))`
}

/** The path of keys, in SQLite's notation. */
export function jsonPath(keys: readonly string[]): Fragment {
  return constant(['$', ...keys.map((key) => JSON.stringify(key))].join('.'))
}

/**
 * The JSON at a path that ends in digits, which are an index in an array and a key in an object.
 * The container appears only once, so that a path with many indexes stays short in SQL.
 */
function elementAt(document: Fragment, path: readonly string[]): Fragment {
  const last = path.length - 1
  const segment = path[last] ?? ''
  const before = path.slice(0, last).findLastIndex((key) => arrayIndex(key) !== undefined)
  const start = before < 0 ? document : elementAt(document, path.slice(0, before + 1))
  const container = sql`${start} -> ${jsonPath(path.slice(before + 1, last))}`
  const index = trusted(String(arrayIndex(segment)))
  return sql`(select coalesce(container -> ${index}, container -> ${jsonPath([segment])})
    from (select ${container} as container))`
}

function read(document: Fragment, keys: readonly string[], as: Reading): Fragment {
  const path = jsonPath(keys)
  const type = sql`json_type(${document}, ${path})`
  const value = sql`${document} ->> ${path}`
  const json = sql`${document} -> ${path}`
  switch (as) {
    case 'present':
      return sql`(${type} is not null)`
    case 'exists':
      return sql`(coalesce(${type}, 'null') <> 'null')`
    case 'string':
      return readText(type, value, json)
    case 'double':
      return sql`case ${type}
        when 'integer' then cast(${exactInteger(value, json)} as real)
        when 'real' then ${exactReal(value, json)}
        when 'text' then heddle_double(${value})
        end`
    case 'int':
      return sql`case ${type}
        when 'integer' then ${exactInteger(value, json)}
        when 'real' then iif(${isWhole(value)}, ${exactReal(value, json)}, null)
        when 'text' then heddle_int(${value})
        end`
    case 'bool':
      return sql`case ${type}
        when 'true' then 1
        when 'false' then 0
        when 'text' then heddle_bool(${value})
        when 'integer' then ${ifByte(value)}
        when 'real' then iif(${isWhole(value)}, ${ifByte(value)}, null)
        end`
  }
}

/** Only values that SQLite prints differently go through JavaScript: floats, and escapes inside containers. */
function readText(type: Fragment, value: Fragment, json: Fragment): Fragment {
  return sql`case ${type}
        when 'text' then ${value}
        when 'integer' then coalesce(nullif(${json}, '-0'), '0')
        when 'real' then heddle_json_text(${json})
        when 'null' then ''
        else coalesce(iif(instr(${json}, '\\'), heddle_json_text(${json}), ${json}), '')
        end`
}

/** SQLite returns integers over 64 bits as a double that may be off in its last bit. */
const exactInteger = (value: Fragment, json: Fragment): Fragment =>
  sql`iif(typeof(${value}) = 'integer', ${value}, heddle_int(${json}))`

/** SQLite reads decimals exactly in this range, of up to 17 digits; elsewhere the last bit may be off. */
const exactReal = (value: Fragment, json: Fragment): Fragment =>
  sql`iif(abs(${value}) between 1e-8 and 1e15, ${value}, heddle_double(${json}))`

/** Whether a double prints without a point or an exponent. */
const isWhole = (value: Fragment): Fragment => sql`(abs(${value}) < 1e21 and (${value}) = round(${value}))`

const ifByte = (value: Fragment): Fragment => sql`iif((${value}) between 0 and 255, ${value}, null)`
