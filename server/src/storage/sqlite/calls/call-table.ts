import { formatRef } from '../../../domain/objects/ref.ts'
import type { Reading, Table } from '../../../query/compile.ts'
import type { CollectionField, Conversion, DocumentField, FeedbackField } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { SQLITE } from '../queries/dialect.ts'
import { readJsonPath } from '../queries/json-reading.ts'
import { lookUpByOp } from '../queries/op-lookup.ts'
import { readText, tableOf } from '../queries/record-table.ts'
import { textSql } from '../texts/sealed-texts.ts'
import { COST_SQL, TOKENS_SQL } from './call-costs.ts'
import { DESCENDANT_FAILED, USAGE_STANDING } from './call-family.ts'

/** The calls of a project: `calls` as `c`, with `call_starts` as `s`, `call_ends` as `e` and `call_slots` as `k` where used. */
export function callTable(projectId: string): Table {
  const columns = new Map([...CALL_COLUMNS, ['project_id', SQLITE.literal(projectId, 'text')]])
  const refPrefix = formatRef({ kind: 'call', project_id: projectId, id: '' })
  const table = tableOf({
    column: (name) => columns.get(name) ?? trusted(`c.${name}`),
    elements: callElements,
  })
  const document = (field: DocumentField, as: Reading): Fragment => {
    switch (field.kind) {
      case 'json':
        return table.document(field, as)
      case 'feedback':
        return readFeedback(field, refPrefix, as)
      case 'expanded':
        return readObject(document(field.base, 'string'), field.path, as)
    }
  }
  return {
    ...table,
    document,
    some: (field, test) =>
      field.kind === 'feedback' ? someFeedback(field, refPrefix, test) : table.some(field, test),
    lookUp: (expression) => lookUpByOp(projectId, expression),
    checkpoint: trusted('heddle_is_wanted(c.rid)'),
  }
}

const OP_NAME = trusted('(select n.name from op_names n where n.id = c.op)')

/** The columns of a call that are not simply columns of `calls`. */
const CALL_COLUMNS: readonly [string, Fragment][] = [
  ['op_name', OP_NAME],
  ['op', sql`heddle_trace_name(${OP_NAME})`],
  ['display_name', trusted("nullif(coalesce(c.renamed_to, c.display_name), '')")],
  ['attributes', trusted(textSql('attributes'), 's', 'k')],
  ['inputs', trusted(textSql('inputs'), 's', 'k')],
  ['otel_dump', trusted(textSql('otel_dump'), 's', 'k')],
  ['output', trusted(textSql('output'), 'e', 'k')],
  ['summary', trusted(textSql('summary'), 'e', 'k')],
  ['exception', trusted(textSql('exception'), 'e', 'k')],
  ['deleted_at', trusted('null')],
  ['descendant_failed', trusted(DESCENDANT_FAILED)],
  ['usage_standing', trusted(USAGE_STANDING)],
  ['tokens', trusted(TOKENS_SQL)],
  ['cost', trusted(COST_SQL)],
  ['size_bytes', trusted('(c.start_bytes + c.end_bytes)')],
]

function callElements({ name }: CollectionField) {
  if (name === 'queue_ids') {
    const items = 'annotation_queue_items r where r.project = c.project and r.call_id = c.id'
    return { from: trusted(items), item: trusted('r.queue_id') }
  }
  const side = name === 'input_refs' ? '0' : '1'
  return { from: trusted(`call_refs r where r.rid = c.rid and r.side = ${side}`), item: trusted('r.ref') }
}

function readFeedback(field: FeedbackField, refPrefix: string, as: Reading): Fragment {
  const withValue = field.rows === 'first' ? trusted('') : sql` and ${feedbackValue(field, 'string')} <> ''`
  const value = sql`(select ${feedbackValue(field, as)} from ${attached(field, refPrefix)}${withValue} order by f.created_at, f.id limit 1)`
  return withoutDocument(value, as, { string: trusted("''") })
}

function someFeedback(field: FeedbackField, refPrefix: string, test: (item: Fragment) => Fragment): Fragment {
  const items = sql`select ${feedbackValue(field, 'string')} as item from ${attached(field, refPrefix)}`
  return sql`exists (select 1 from (${items}) where item <> '' and ${test(trusted('item'))})`
}

function attached({ feedback_type }: FeedbackField, refPrefix: string): Fragment {
  const onCall = sql`feedback f where f.project = c.project and f.weave_ref = ${SQLITE.literal(refPrefix, 'text')} || c.id`
  return feedback_type === '*'
    ? onCall
    : sql`${onCall} and f.feedback_type = ${SQLITE.literal(feedback_type, 'text')}`
}

function feedbackValue({ column, path }: FeedbackField, as: Reading): Fragment {
  return column === 'payload'
    ? readJsonPath(trusted('f.payload'), path, as)
    : readText(trusted(`f.${column}`), as)
}

function readObject(ref: Fragment, path: readonly string[], as: Reading): Fragment {
  const value = sql`(select ${readJsonPath(trusted('o.val'), path, as)} from object_versions o where o.project = c.project and o.ref = ${ref} and o.deleted_at is null)`
  return withoutDocument(value, as, {})
}

/** Nothing exists where there is no document to look into. */
function withoutDocument(
  value: Fragment,
  as: Reading,
  fallbacks: { readonly [As in Conversion]?: Fragment },
): Fragment {
  const fallback = as === 'exists' || as === 'present' ? trusted('0') : fallbacks[as]
  return fallback ? sql`coalesce(${value}, ${fallback})` : value
}
