import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../../operations/operation.ts'
import { openApiDocument } from '../openapi.ts'
import { MOUNTS } from '../public-routes.ts'
import { PAGE_POLICY } from '../security-headers.ts'
import { docsPage } from './page.ts'

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
