import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../../operations/operation.ts'
import { serviceVersion } from '../../version.ts'
import { openApiDocument, TAGS } from '../openapi.ts'
import { policyWithStyle } from '../security-headers.ts'
import { anchorOf, endpointSection } from './endpoint-section.ts'
import { escapeHtml, prose } from './html.ts'
import { STYLE } from './style.ts'

/** The API reference as one self-contained HTML page. */
export function docsPage(operations: readonly AnyOperation[]): string {
  const groups = Object.entries(TAGS)
    .map(([name, about]) => ({
      name,
      about,
      members: operations.filter(({ endpoint }) => endpoint.tag === name),
    }))
    .filter(({ members }) => members.length > 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heddle API</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Operations">
<a class="brand" href="#top">Heddle <small>API ${escapeHtml(serviceVersion)}</small></a>
${groups.map(navGroup).join('\n')}
</nav>
<main id="top">
${INTRODUCTION}
${groups.map(groupSection).join('\n')}
</main>
</body>
</html>
`
}

interface Group {
  readonly name: string
  readonly about: string
  readonly members: readonly AnyOperation[]
}

function navGroup({ name, members }: Group): string {
  const links = members.map(
    ({ endpoint }) => `<li><a href="#${anchorOf(endpoint)}">${breakable(endpoint.path)}</a></li>`,
  )
  return `<h2><a href="#${name}">${titleOf(name)}</a></h2><ul>${links.join('')}</ul>`
}

function groupSection({ name, about, members }: Group): string {
  return `
<section id="${name}">
<header><h2>${titleOf(name)}</h2><p>${prose(about)}</p></header>
${members.map(endpointSection).join('\n')}
</section>`
}

/** Allows line breaks between path segments. */
const breakable = (path: string): string => escapeHtml(path).replaceAll('/', '<wbr>/')

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const INTRODUCTION = `
<header class="intro">
<h1>Heddle API</h1>
<p>Self-hosted tracing and feedback for LLM applications. Requests and responses are JSON;
streaming operations return one JSON object per line. The API is available at <code>/</code> and at <code>/traces</code>.</p>
<dl>
<dt>Key</dt><dd>Send your API key as the password of Basic authentication (the user name is ignored), as
<code>Authorization: Bearer</code>, or as <code>wandb-api-key</code>.</dd>
<dt>Project</dt><dd>Everything belongs to a project, named <code>entity/project</code>. The first write creates it.</dd>
<dt>Null</dt><dd>Null counts as absent; unknown fields are ignored.</dd>
<dt>Query</dt><dd>A filter expression such as
<code>{"$expr": {"$eq": [{"$getField": "op_name"}, {"$literal": "answer"}]}}</code>, made of $and, $or, $not, $eq, $gt,
$gte, $lt, $lte, $in, $contains, $convert and $size.</dd>
<dt>Errors</dt><dd><code>{"reason": "…"}</code>, or for a malformed request 422 with
<code>{"detail": [{"loc": […], "msg": "…", "type": "…"}]}</code>.</dd>
<dt>OpenAPI</dt><dd>This reference as OpenAPI 3.1: <a href="openapi.json">/openapi.json</a></dd>
</dl>
</header>`

/** Serves the API reference at `/docs` and the OpenAPI document at `/openapi.json`. */
export function serveDocs(app: FastifyInstance, operations: readonly AnyOperation[]): void {
  // Generated on first use: it would take a tenth of the startup time.
  let document: string | undefined
  let page: string | undefined
  const policy = policyWithStyle(STYLE)
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(operations))
    return reply.type('application/json').send(document)
  })
  app.get('/docs', (_request, reply) => {
    page ??= docsPage(operations)
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
  })
}
