import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { type Contender, jsonRead, type Read, type ReadName, type ReadPlan } from './contender.ts'
import { pythonContender, sitePackages } from './python-contender.ts'
import { sampler, type Targets } from './targets.ts'

const VERSION = '20.26.1'
const PROJECT = 'bench'
const PAGE_MAX = 1_000

/** Arize Phoenix on its default SQLite. */
export function phoenix(cache: string): Contender {
  const environment = join(cache, `phoenix-${VERSION}`)
  return pythonContender({
    name: 'Phoenix',
    format: 'otlp',
    package: { name: 'arize-phoenix', version: VERSION, folder: environment },
    script: 'bin/phoenix',
    probe: '/healthz',
    start: async (port, folder) => ({
      args: ['serve'],
      env: {
        PHOENIX_WORKING_DIR: folder,
        PHOENIX_HOST: '127.0.0.1',
        PHOENIX_PORT: String(port),
        PHOENIX_GRPC_PORT: String(await freePort()),
        PHOENIX_TELEMETRY_ENABLED: 'false',
        PHOENIX_ALLOW_EXTERNAL_RESOURCES: 'false',
      },
    }),
    connect: (client) => ({
      headers: { 'x-project-name': PROJECT },
      countSpans: async () => (await findProject(client))?.recordCount ?? 0,
      async reads(targets) {
        const project = await findProject(client)
        return phoenixReads(targets, project?.id ?? '', uiQueries(environment))
      },
    }),
  })
}

interface Project {
  readonly id: string
  readonly name: string
  readonly recordCount: number
}

interface Edges {
  readonly edges: readonly unknown[]
}

async function findProject(client: HttpClient): Promise<Project | undefined> {
  const query = '{ projects { edges { node { id name recordCount } } } }'
  const reply = await client.post('/graphql', JSON.stringify({ query }))
  const { data }: { data: { projects: { edges: { node: Project }[] } } } = JSON.parse(String(reply))
  return data.projects.edges.map(({ node }) => node).find(({ name }) => name === PROJECT)
}

function phoenixReads(
  targets: Targets,
  project: string,
  ui: ReadonlyMap<string, string>,
): Readonly<Record<ReadName, ReadPlan | null>> {
  const next = sampler(targets)
  const { name, model, temperature, phrase, longTrace, traces } = targets
  const hasModel = `llm.model_name == '${model.value}'`
  const firstPage = {
    query: ui.get('ProjectPageQueriesSpansQuery'),
    variables: {
      id: project,
      timeRange: { start: '2020-01-01T00:00:00Z' },
      filterCondition: 'parent_span is None',
      rootSpansOnly: true,
    },
  }
  return {
    'newest 50 roots, full': () =>
      rest('limit=50&sort=start_time&order=desc&parent_id=null', Math.min(50, traces)),
    'first page as its UI asks': () =>
      graphql<{ project: { spans: Edges } }>(
        firstPage,
        (data) => data.project.spans.edges,
        Math.min(30, traces),
      ),
    'one span by id': () => rest(`limit=1&span_id=${next().spanId}`, 1),
    'one trace (5–10 spans)': () => {
      const { traceId, traceSpans } = next()
      return rest(`limit=${PAGE_MAX}&trace_id=${traceId}`, traceSpans)
    },
    'long trace, full': () => restPages(`limit=${PAGE_MAX}&trace_id=${longTrace.id}`, longTrace.spans),
    'long trace, tree only': () => tree(ui, project, longTrace.id, longTrace.spans),
    'count by name': () => countOf(project, `name == '${name.value}'`, name.spans),
    'count by model': () => countOf(project, hasModel, model.spans),
    'count by temperature > x': () =>
      countOf(
        project,
        `attributes['gen_ai']['request']['temperature'] > ${temperature.value}`,
        temperature.spans,
      ),
    'newest 50 by model': () => newest(project, hasModel, Math.min(50, model.spans)),
    'newest 50 with a rare phrase in the input': () =>
      newest(project, `'${phrase.value}' in input.value`, Math.min(50, phrase.spans)),
  }
}

const SPANS_PATH = `/v1/projects/${PROJECT}/spans`

interface SpansPage {
  readonly data: readonly unknown[]
  readonly next_cursor: string | null
}

const rest = (parameters: string, expected: number): Read =>
  jsonRead<SpansPage>(
    (client) => client.get(`${SPANS_PATH}?${parameters}`),
    ({ data }) => data,
    expected,
  )

function restPages(parameters: string, expected: number): Read {
  return {
    async fetch(client) {
      const pages: Buffer[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page = await client.get(`${SPANS_PATH}?${parameters}${cursor && `&cursor=${cursor}`}`)
        pages.push(page)
        cursor = /"next_cursor":"([^"]+)"/.exec(page.toString('latin1'))?.[1]
      }
      return pages
    },
    rows: (pages) => pages.reduce((sum, page) => sum + pageOf(page).data.length, 0),
    expected,
  }
}

const pageOf = (page: Buffer): SpansPage => JSON.parse(String(page))

interface GraphqlRequest {
  readonly query: string | undefined
  readonly variables: object
}

function graphql<Data>(
  request: GraphqlRequest,
  rows: (data: Data) => readonly unknown[] | number,
  expected: number,
): Read {
  const body = JSON.stringify(request)
  return jsonRead<{ data: Data }>(
    (client) => client.post('/graphql', body),
    ({ data }) => rows(data),
    expected,
  )
}

const COUNT = `query($id: ID!, $condition: String) {
  node(id: $id) { ... on Project { recordCount(filterCondition: $condition) } }
}`

const countOf = (id: string, condition: string, expected: number): Read =>
  graphql<{ node: { recordCount: number } }>(
    { query: COUNT, variables: { id, condition } },
    ({ node }) => node.recordCount,
    expected,
  )

const NEWEST = `query($id: ID!, $condition: String) {
  node(id: $id) { ... on Project {
    spans(first: 50, sort: {col: startTime, dir: desc}, filterCondition: $condition) {
      edges { node { spanId name startTime endTime statusCode parentId attributes } }
    }
  } }
}`

const newest = (id: string, condition: string, expected: number): Read =>
  graphql<{ node: { spans: Edges } }>(
    { query: NEWEST, variables: { id, condition } },
    ({ node }) => node.spans.edges,
    expected,
  )

/** As its UI loads the tree: the query of the trace page, then further pages of 1,000 spans. */
function tree(ui: ReadonlyMap<string, string>, project: string, traceId: string, expected: number): Read {
  const ask = (client: HttpClient, query: string, variables: object) =>
    client.post('/graphql', JSON.stringify({ query: ui.get(query), variables }))
  return {
    async fetch(client) {
      const pages = [await ask(client, 'TraceDetailsQuery', { id: project, traceId })]
      const first = String(pages[0])
      const id = /"trace":\s*\{"id":\s*"([^"]+)"/.exec(first)?.[1]
      for (let cursor = nextCursor(first); cursor !== undefined; ) {
        const page = await ask(client, 'ConnectedTraceTreeQuery', { id, count: PAGE_MAX, cursor })
        pages.push(page)
        cursor = nextCursor(page.toString('latin1'))
      }
      return pages
    },
    rows: (pages) => new Set(pages.flatMap((page) => String(page).match(/"spanId":\s*"[^"]+"/g) ?? [])).size,
    expected,
  }
}

const nextCursor = (page: string): string | undefined =>
  /"pageInfo":\s*\{"endCursor":\s*"([^"]+)",\s*"hasNextPage":\s*true/.exec(page)?.[1]

/** The GraphQL queries of its web UI by name, taken from its scripts. */
function uiQueries(environment: string): ReadonlyMap<string, string> {
  const folder = join(sitePackages(environment), 'phoenix/server/static/assets')
  const scripts = readdirSync(folder).filter((file) => file.startsWith('index-') && file.endsWith('.js'))
  const texts = scripts.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/text:`(query (\w+)[^`]*)`/g),
  ])
  return new Map(texts.map(([, text = '', name = '']) => [name, text]))
}
