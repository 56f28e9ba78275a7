import { ServiceError } from '../../../errors.ts'
import type { Reading, Table } from '../../../query/compile.ts'
import type { CollectionField, StoredField } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { SQLITE } from './dialect.ts'
import { jsonPath, readJsonPath } from './json-reading.ts'

/** How a table stores the fields that all resources have. */
interface Storage {
  column(name: string): Fragment
  /** The rows that hold the elements of a collection, and the element in each. */
  elements(field: CollectionField): { readonly from: Fragment; readonly item: Fragment }
}

/** A table, or its alias, whose rows belong to a project, with lists and maps as JSON. */
export function recordTable(alias: string, projectId: string): Table {
  return tableOf({
    column: (name) =>
      name === 'project_id' ? SQLITE.literal(projectId, 'text') : trusted(`${alias}.${name}`),
    elements: ({ name, shape }) => ({
      from: trusted(`json_each(${alias}.${name}) r where true`),
      item: trusted(shape === 'map' ? 'r.key' : 'r.value'),
    }),
  })
}

/** The parts that all tables share. */
export function tableOf(storage: Storage): Table {
  return {
    dialect: SQLITE,
    stored: (field) => readStored(field, storage),
    document: (field, as) =>
      field.kind === 'json' ? readJsonPath(storage.column(field.column), field.path, as) : refuse(field.kind),
    count: (field) => sql`(select count(*) from ${storage.elements(field).from})`,
    some(field, test) {
      if (field.kind === 'feedback') return refuse(field.kind)
      const { from, item } = storage.elements(field)
      return sql`exists (select 1 from ${from} and ${item} <> '' and ${test(item)})`
    },
  }
}

/** A column of text, read as a document would be. */
export function readText(text: Fragment, as: Reading): Fragment {
  switch (as) {
    case 'string':
      return sql`coalesce(${text}, '')`
    case 'exists':
    case 'present':
      return sql`(${text} is not null)`
    case 'int':
    case 'double':
    case 'bool':
      return SQLITE.parse(text, as)
  }
}

function readStored(field: StoredField, storage: Storage): Fragment {
  return field.kind === 'column'
    ? storage.column(field.name)
    : sql`(${storage.column(field.column)} ->> ${jsonPath([field.key])})`
}

function refuse(what: string): never {
  throw new ServiceError('unsupported', `this resource has no ${what}`)
}
