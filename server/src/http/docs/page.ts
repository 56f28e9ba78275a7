import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../../operations/operation.ts'
import { serviceVersion } from '../../version.ts'
import { openApiDocument, TAGS } from '../openapi.ts'
import { MOUNTS } from '../public-routes.ts'
import { PAGE_POLICY } from '../security-headers.ts'
import { anchorOf, endpointSection } from './endpoint-section.ts'
import { escapeHtml, prose } from './html.ts'
import { STYLE } from './style.ts'

/** The readable docs: one page, made once, with nothing to load. */
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

/** A path that wraps between its parts where a line is too short for it. */
const breakable = (path: string): string => escapeHtml(path).replaceAll('/', '<wbr>/')

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const INTRODUCTION = `
<header class="intro">
<h1>Heddle API</h1>
<p>Tracing and feedback for LLM applications, on a machine of your own. Every operation takes and gives JSON;
those that stream give one JSON object a line. All of it is mounted at <code>/</code> and at <code>/traces</code>.</p>
<dl>
<dt>Key</dt><dd>Send your API key as the password of Basic authentication (the user name is ignored), as
<code>Authorization: Bearer</code>, or as <code>wandb-api-key</code>.</dd>
<dt>Project</dt><dd>Everything belongs to a project, named <code>entity/project</code>. The first write makes it.</dd>
<dt>Null</dt><dd>A field that is null counts as absent; a field nobody knows is ignored.</dd>
<dt>Query</dt><dd>A condition such as
<code>{"$expr": {"$eq": [{"$getField": "op_name"}, {"$literal": "answer"}]}}</code>, made of $and, $or, $not, $eq, $gt,
$gte, $lt, $lte, $in, $contains, $convert and $size.</dd>
<dt>Errors</dt><dd><code>{"reason": "…"}</code>, or for a malformed request 422 with
<code>{"detail": [{"loc": […], "msg": "…", "type": "…"}]}</code>.</dd>
<dt>Machines</dt><dd>The same as OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a></dd>
</dl>
</header>`

/** The contract, for machines at `/openapi.json` and for people at `/docs`. */
export function serveDocs(app: FastifyInstance, operations: readonly AnyOperation[]): void {
  const document = JSON.stringify(openApiDocument(operations))
  const page = docsPage(operations)
  for (const mount of MOUNTS) {
    app.get(`${mount}/openapi.json`, (_request, reply) => reply.type('application/json').send(document))
    app.get(`${mount}/docs`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
    )
  }
}
