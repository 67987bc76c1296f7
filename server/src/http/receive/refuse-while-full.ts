import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { storageFull } from '../../failure.ts'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that may add data while storage is full, before their caller is identified or their body is read. */
export function refuseWhileFull(app: FastifyInstance, { storageWatch }: Pick<Context, 'storageWatch'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (storageWatch.isFull() && mayAddData(request)) done(storageFull())
    else done()
  })
}

function mayAddData({ method, routeOptions, is404 }: FastifyRequest): boolean {
  if (is404) return false
  return routeOptions.config.addsData ?? !readingMethods.has(method)
}
