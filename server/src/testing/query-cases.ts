import { agentSpanCatalogue } from '../domain/agents/span-fields.ts'
import { callCatalogue } from '../domain/calls/fields.ts'
import { feedbackCatalogue } from '../domain/feedback/fields.ts'
import { priceCatalogue } from '../domain/prices/view.ts'
import { tableRowCatalogue } from '../domain/tables/search.ts'
import { JsonText } from '../json/text.ts'
import { bind, bindSort, type Catalogue } from '../query/bind.ts'
import { PROJECT_ID, type QueryCase } from '../query/cases/case.ts'
import { evaluate } from '../query/evaluate.ts'
import type { Expression, SortKey } from '../query/expression.ts'
import { parseQuery } from '../query/parse.ts'
import { compareRows } from '../query/sort.ts'
import { rowReaders } from './query-rows.ts'

/** The bound query of a case. */
export interface BoundCase {
  readonly condition?: Expression
  readonly sort: readonly SortKey[]
}

export function bindCase(
  request: Pick<QueryCase, 'resource' | 'query' | 'sort' | 'expand_columns'>,
): BoundCase {
  const catalogue = catalogueOf(request)
  return {
    ...(request.query && {
      condition: bind(parseQuery(new JsonText(`{"$expr":${request.query}}`)), catalogue),
    }),
    sort: bindSort(request.sort ?? [], catalogue),
  }
}

/** The expected ids by the reference semantics; ties keep the order of the rows. */
export function answerInMemory(
  { resource, rows }: Pick<QueryCase, 'resource' | 'rows'>,
  bound: BoundCase,
  projectId = PROJECT_ID,
): string[] {
  return rowReaders(resource, projectId, rows)
    .filter(({ reader }) => !bound.condition || evaluate(bound.condition, reader))
    .sort((left, right) => compareRows(left.reader, right.reader, bound.sort))
    .map(({ id }) => id)
}

function catalogueOf({
  resource,
  expand_columns = [],
}: Pick<QueryCase, 'resource' | 'expand_columns'>): Catalogue {
  switch (resource) {
    case 'calls':
      return callCatalogue({ expand_columns })
    case 'feedback':
      return feedbackCatalogue
    case 'prices':
      return priceCatalogue
    case 'agent_spans':
      return agentSpanCatalogue
    case 'table_rows':
      return tableRowCatalogue
  }
}
