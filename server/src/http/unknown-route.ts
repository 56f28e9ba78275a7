import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPageVisit } from './public-routes.ts'
import { sendPage } from './ui.ts'

interface KnownRoute {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/**
 * Answers where no route does: with the UI's page to people, else 405 with the methods that would
 * do, or 404. It learns the routes as they are made, so it comes before them.
 */
export function answerUnknownRoutes(app: FastifyInstance, { hasUi }: { readonly hasUi: boolean }): void {
  const known = new Map<string, KnownRoute>()

  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    known.set(url, route)
    for (const name of [method].flat()) route.methods.add(name)
  })

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (hasUi && isPageVisit(request)) return sendPage(reply)
    const allowed = allowedMethods(known.values(), request.url)
    // A route may turn out to have nothing to show, like a file that is not there.
    if (allowed.length === 0 || allowed.includes(request.method))
      return reply.code(404).send({ detail: 'Not Found' })
    return reply.code(405).header('allow', allowed.join(', ')).send({ detail: 'Method Not Allowed' })
  })
}

function patternOf(url: string): RegExp {
  const source = url.replaceAll('.', '\\.').replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

function allowedMethods(routes: Iterable<KnownRoute>, url: string): string[] {
  const [path = ''] = url.split('?')
  const fitting = [...routes].filter(({ pattern }) => pattern.test(path))
  return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort()
}
