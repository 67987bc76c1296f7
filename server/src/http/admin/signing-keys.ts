import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { OperatorCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { listSigningKeys, retireSigningKeys, rotateSigningKeys } from '../../resources/cards/signing-keys.ts'
import { operatorOf } from './operator.ts'

/** Registers the routes that list, rotate and retire signing keys; `guarded` admits operators only. */
export function registerSigningKeyRoutes(
  app: FastifyInstance,
  { store }: Context,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  const shown = async () => ({ success: true, data: { keys: await store.read(listSigningKeys) } })
  const after =
    (change: (tx: Tx, caller: OperatorCaller) => Promise<void>) => async (request: FastifyRequest) => {
      await store.write((tx) => change(tx, operatorOf(request)))
      return shown()
    }
  app.get('/api/admin/signing-keys', guarded, shown)
  app.post('/api/admin/signing-keys/rotate', guarded, after(rotateSigningKeys))
  app.post('/api/admin/signing-keys/retire', guarded, after(retireSigningKeys))
}
