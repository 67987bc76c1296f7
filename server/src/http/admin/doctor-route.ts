import { readdir } from 'node:fs/promises'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Context } from '../../context.ts'
import { stopwatch } from '../../lib/clock.ts'
import { packageFolder } from '../../lib/package-folder.ts'
import { getSigningKeys } from '../../resources/cards/signing-keys.ts'
import { keysInUse } from '../../secret-key-queries.ts'
import { getPlatformKey } from '../../events/delivery/platform-key.ts'
import { databaseFacts } from './doctor-queries.ts'
import { diagnose, type SecretKeyFacts } from './doctor.ts'

/** Says how this deployment does; `guarded` lets only operators in. */
export function registerDoctorRoute(
  app: FastifyInstance,
  context: Context,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  app.get('/api/admin/doctor', guarded, async () => {
    const { config, store, clock, ports } = context
    const elapsedMs = stopwatch()
    const facts = await store.read(databaseFacts)
    const checks = diagnose({
      config,
      database: { ...facts, roundTripMs: elapsedMs() },
      migrations: await migrationNames(),
      now: clock.now(),
      keysProblem: await keysProblem(context),
      secretKey: await secretKeyFacts(context),
    })
    const atProcessor = await ports.processor.inspect({ ...config.settings, production: config.production })
    return { success: true, data: { origin: config.settings.origin, checks: [...checks, ...atProcessor] } }
  })
}

async function migrationNames(): Promise<string[]> {
  const names = await readdir(new URL('src/db/migrations/', packageFolder))
  return names.filter((name) => name.endsWith('.sql'))
}

async function secretKeyFacts({ store, vault }: Context): Promise<SecretKeyFacts> {
  const hasOther = vault.otherFingerprint !== undefined
  return { own: vault.fingerprint, hasOther, inUse: await store.read(keysInUse) }
}

async function keysProblem({ store, vault }: Context): Promise<string | null> {
  try {
    await getPlatformKey(store)
    const [{ private_key: sealed }] = await getSigningKeys(store, 'ES256')
    vault.open(sealed)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
