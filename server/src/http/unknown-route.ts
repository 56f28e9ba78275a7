import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPageVisit } from './access/public-routes.ts'
import { sendPage } from './ui.ts'

interface KnownRoute {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/**
 * Handles requests that match no route: browser navigation gets the UI, other requests 405 with the allowed methods,
 * or 404. It collects routes as they are registered, so call it before adding any.
 */
export function answerUnknownRoutes(app: FastifyInstance, page?: string): void {
  const known = new Map<string, KnownRoute>()

  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    known.set(url, route)
    for (const name of [method].flat()) route.methods.add(name)
  })

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (page !== undefined && isPageVisit(request)) return sendPage(reply, page)
    const allowed = allowedMethods(known.values(), request.url)
    // A matching route can delegate here too, for example when a static file is missing.
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
