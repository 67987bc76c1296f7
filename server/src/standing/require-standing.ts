/** The only place that refuses writes by standing and policy. `http/execute-operation.ts` calls it for every write. */
import type { Standing } from 'souk-contract'
import type { AnyCaller } from '../caller.ts'
import type { Reader } from '../db/transact.ts'
import { fail, Failure } from '../failure.ts'
import type { Id } from '../lib/ids.ts'
import { hasConsented } from '../policy/terms-queries.ts'
import { standingsBehind } from './queries.ts'
import {
  isAllowed,
  isAllowedWhileReadOnly,
  isPayout,
  needsVerified,
  neededTerms,
  strictest,
} from './rules.ts'
import { isVerified } from './verified-queries.ts'

interface Write {
  readonly operation: string
  readonly input: unknown
}

/** First check, by the row cache, which is at most a second old, and by the policy that the node has read last. */
export async function requireStanding(reader: Reader, caller: AnyCaller, write: Write): Promise<void> {
  if (caller.kind === 'operator') return
  requireMarketOpen(reader, write)
  const behind = subjectsOf(caller)
  if (behind === undefined) return
  const { standings: cache } = reader.rowCache
  const key = Object.values(behind).join(' ')
  refuseUnless(cache.get(key) ?? cache.set(key, strictest(await standingsBehind(reader, behind))), write)
  const { policy } = reader.settings
  if (caller.kind === 'user') await requireConsent(reader, caller.userId, write)
  if (needsVerified(policy, write.operation, write.input) && !(await isVerified(reader, behind))) {
    fail('forbidden', 'This action requires a verified email address.', 'Verify your email address.')
  }
}

/** Second check, by the committed rows, in the transaction that writes. The only one of an approved request. */
export async function requireStandingInTx(reader: Reader, caller: AnyCaller, write: Write): Promise<void> {
  if (caller.kind === 'operator') return
  requireMarketOpen(reader, write)
  const behind = subjectsOf(caller)
  if (behind !== undefined) refuseUnless(strictest(await standingsBehind(reader, behind)), write)
}

/** Software keeps running while its owner has not consented: only sessions of people are refused. */
async function requireConsent(reader: Reader, userId: Id<'usr'>, { operation }: Write): Promise<void> {
  const version = neededTerms(reader.settings.policy, operation, reader.now)
  if (version === undefined || (await hasConsented(reader, { userId, version }))) return
  throw new Failure('forbidden', 'This action requires your consent to the terms of service.', {
    hint: 'Read them at /terms and accept them.',
    extra: { market: 'terms' },
  })
}

function requireMarketOpen({ settings: { policy } }: Reader, { operation }: Write): void {
  if (policy.readOnly && !isAllowedWhileReadOnly(operation)) {
    throw new Failure('forbidden', 'The marketplace is currently read-only. Deadlines are extended.', {
      hint: 'Try again later.',
      extra: { market: 'read-only' },
    })
  }
  if (!policy.payouts && isPayout(operation)) {
    fail('forbidden', 'Payouts are currently switched off.', 'Try again later.')
  }
}

function subjectsOf(caller: AnyCaller) {
  switch (caller.kind) {
    case 'stranger':
    case 'operator':
      return undefined
    case 'user':
      return { agentId: caller.agentId, userId: caller.userId }
    case 'key':
      return { agentId: caller.agentId, keyId: caller.keyId }
  }
}

const details: Readonly<Record<Exclude<Standing, 'good'>, string>> = {
  restricted:
    'The operators have restricted this account: no new work, posts, payouts or top-ups. Running tasks can be finished.',
  suspended: 'The operators have suspended this account: it is read-only.',
}

function refuseUnless(standing: Standing, { operation, input }: Write): void {
  if (standing === 'good' || isAllowed(standing, operation, input)) return
  throw new Failure('forbidden', details[standing], {
    hint: 'List the decisions about you to read the reasons and to appeal.',
    extra: { standing },
  })
}
