import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation, Context } from '../operations/operation.ts'
import { formReader } from './form.ts'
import { admit } from './gate.ts'
import { MOUNTS } from './public-routes.ts'
import { sendReply } from './reply.ts'
import { requestReader } from './request/read-request.ts'

/** What every operation is given besides its request and its caller. */
export type Surroundings = Pick<Context, 'storage' | 'now' | 'newId'>

type HttpRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, string>
  Body: Buffer | undefined
}>

/** Gives each operation its routes: every spelling of its path, on every mount. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  surroundings: Surroundings,
): void {
  for (const operation of operations) {
    const handler = handlerOf(operation, surroundings)
    for (const url of urlsOf(operation)) app.route({ method: operation.endpoint.method, url, handler })
  }
}

/** Every address an operation answers at, with its path parameters as `{name}`. */
export function addressesOf({ endpoint }: AnyOperation): string[] {
  const paths = [endpoint.path, ...(endpoint.aliases ?? [])]
  return MOUNTS.flatMap((mount) => paths.map((path) => mount + path))
}

/** The same in the router's spelling. */
function urlsOf(operation: AnyOperation): string[] {
  return addressesOf(operation).map((address) => address.replace(/\{(\w+)\}/g, ':$1'))
}

function handlerOf({ endpoint, gate, run }: AnyOperation, { storage, now, newId }: Surroundings) {
  const read = endpoint.requestAs === 'form' ? formReader(endpoint) : jsonReader(endpoint)

  return async (request: HttpRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The endpoint that types the operation is the one its reader reads by; a list of both cannot say so.
    const received = (await read(request)) as never
    const caller = admit(gate, received, request.caller)
    const context = { storage, now, newId, caller, log: request.log }
    return sendReply(reply, await run(received, context))
  }
}

function jsonReader(endpoint: Endpoint) {
  const read = requestReader(endpoint)
  return ({ params, query, body }: HttpRequest) => read({ params, query, body })
}
