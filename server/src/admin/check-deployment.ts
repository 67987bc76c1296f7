import { readdir } from 'node:fs/promises'
import type { AdminContract, Finding, Policy } from 'souk-contract'
import { streamStates, type StreamState } from '../audit/stream/queries.ts'
import { certificateExpiry } from '../config/certificate.ts'
import type { Config } from '../config/config.ts'
import type { Reader, Store } from '../db/transact.ts'
import { getPlatformKey } from '../events/delivery/platform-key.ts'
import { stopwatch } from '../lib/clock.ts'
import { packageFolder } from '../lib/package-folder.ts'
import type { Handler } from '../operation.ts'
import { getSigningKeys } from '../resources/cards/signing-keys.ts'
import { keysInUse } from '../secret-key/queries.ts'
import { databaseFacts } from './doctor-queries.ts'
import { diagnose, type SecretKeyFacts } from './doctor.ts'
import { reasonOf } from '../lib/reason-of.ts'

/** Staged, because the payment processor is called without holding a connection. */
export function checkDeployment(
  config: Config,
  initial: Policy,
): Handler<AdminContract['deployment']['checkDeployment']> {
  const { settings, production } = config
  return {
    kind: 'staged',
    prepare: async (store, { processor }) => {
      const atNode = await checkNode(store, config)
      const atProcessor = await processor.inspect({ ...settings, production })
      const streams = checkStreams(await store.read(streamStates))
      const checks = [...atNode, ...atProcessor, streams, checkPolicy(settings.policy, initial)]
      return async () => ({ origin: settings.origin, checks })
    },
  }
}

function checkStreams(streams: readonly StreamState[]): Finding {
  const name = 'audit streams'
  const failing = streams.filter(({ failures }) => failures > 0)
  if (failing.length > 0) {
    const problems = failing.map((stream) => `${stream.name} (${stream.lastError ?? ''})`)
    return {
      name,
      state: 'error',
      detail: `Receivers of the audit log fail: ${problems.join(', ')}. Entries wait and are sent later.`,
      nextStep: 'Check the receivers, AUDIT_SYSLOG_URL and AUDIT_WEBHOOK_URL.',
    }
  }
  if (streams.length === 0) return { name, state: 'ok', detail: 'The audit log is not streamed.' }
  const receivers = streams.map((stream) => stream.name).join(' and ')
  return { name, state: 'ok', detail: `The audit log is streamed to ${receivers}.` }
}

/** Names the fields in which the stored policy wins over the environment. */
function checkPolicy(policy: Policy, initial: Policy): Finding {
  const before = new Map<string, unknown>(Object.entries(initial))
  const changed = Object.entries(policy).flatMap(([field, value]) => {
    const [now, then] = [JSON.stringify(value), JSON.stringify(before.get(field))]
    return now === then ? [] : [`${field} is ${now} (environment: ${then})`]
  })
  const detail =
    changed.length === 0 ? 'The policy is that of the environment.' : `Stored policy: ${changed.join(', ')}.`
  return { name: 'policy', state: 'ok', detail }
}

async function checkNode(store: Store, config: Config): Promise<Finding[]> {
  const elapsedMs = stopwatch()
  const { now, ...facts } = await store.read(async (reader) => ({
    now: reader.now,
    database: { ...(await databaseFacts(reader)), roundTripMs: elapsedMs() },
    secretKey: await secretKeyFacts(reader),
  }))
  return diagnose({
    config,
    now,
    ...facts,
    migrations: await migrationNames(),
    keysProblem: await keysProblem(store),
    certificate: certificateOf(config),
  })
}

function certificateOf({ tls }: Config): Date | string | null {
  try {
    return tls === undefined ? null : certificateExpiry(tls)
  } catch (error) {
    return reasonOf(error)
  }
}

async function migrationNames(): Promise<string[]> {
  const names = await readdir(new URL('src/db/migrations/', packageFolder))
  return names.filter((name) => name.endsWith('.sql'))
}

async function secretKeyFacts(reader: Reader): Promise<SecretKeyFacts> {
  const { fingerprint, otherFingerprint } = reader.vault
  return { own: fingerprint, hasOther: otherFingerprint !== undefined, inUse: await keysInUse(reader) }
}

async function keysProblem(store: Store): Promise<string | null> {
  try {
    await getPlatformKey(store)
    const [{ private_key: sealed }] = await getSigningKeys(store, 'ES256')
    await store.read(async ({ vault }) => vault.open(sealed))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
