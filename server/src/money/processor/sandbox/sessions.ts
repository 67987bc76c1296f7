import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { HostedSession, OnboardingInput, SetupInput, TopupInput } from '../processor.ts'
import { requireAccount } from './accounts.ts'
import { requireCustomer } from './methods.ts'
import { idOrThrow, idempotent } from './idempotent-call.ts'

export type SessionRow = Selectable<Schema['sandbox_sessions']>
type SessionKind = SessionRow['kind']

const lifetimesMs: Record<SessionKind, number> = {
  checkout: 30 * minute,
  setup: 30 * minute,
  onboard: 10 * minute,
}

export async function createTopupSession(store: Store, input: TopupInput): Promise<HostedSession> {
  return openSession(store, 'checkout', input, async (tx) => {
    await requireCustomer(tx, input.customerRef)
    return { customer_id: input.customerRef, ...input.amount }
  })
}

export async function createSetupSession(store: Store, input: SetupInput): Promise<HostedSession> {
  return openSession(store, 'setup', input, async (tx) => {
    await requireCustomer(tx, input.customerRef)
    return { customer_id: input.customerRef }
  })
}

export async function createOnboardingLink(store: Store, input: OnboardingInput): Promise<HostedSession> {
  return openSession(store, 'onboard', input, async (tx) => {
    await requireAccount(tx, input.accountRef)
    return { account_id: input.accountRef }
  })
}

type Subject = Pick<
  Insertable<Schema['sandbox_sessions']>,
  'customer_id' | 'account_id' | 'amount' | 'currency'
>

async function openSession(
  store: Store,
  kind: SessionKind,
  input: { id: string; returnUrl: string },
  subjectOf: (tx: Tx) => Promise<Subject>,
): Promise<HostedSession> {
  // Shown as a link, so it must not be a script URL.
  if (!/^https?:\/\//.test(input.returnUrl)) {
    throw new ProcessorRefused('bad_return_url', 'The return URL must start with http:// or https://.')
  }
  const response = await idempotent(store, { operation: kind, input }, async (tx) => {
    // The URL alone grants access to the page, so its id has the entropy of a key.
    const id = `sbs_${randomBytes(24).toString('base64url')}`
    await tx
      .insertInto('sandbox_sessions')
      .values({
        id,
        kind,
        our_id: input.id,
        ...(await subjectOf(tx)),
        return_url: input.returnUrl,
        state: 'open',
        created_at: tx.now,
        expires_at: after(tx.now, lifetimesMs[kind]),
      })
      .execute()
    return { made: id }
  })
  return store.read(async (reader) => {
    const row = await findSession(reader, idOrThrow(response))
    if (row === undefined) throw new Error('Sandbox session not found.')
    const url = `${reader.settings.origin}/sandbox/${kind}/${row.id}`
    return { ref: row.id, url, expiresAt: row.expires_at }
  })
}

export async function findSession(reader: Reader, ref: string): Promise<SessionRow | undefined> {
  return reader.selectFrom('sandbox_sessions').selectAll().where('id', '=', ref).executeTakeFirst()
}

export async function lockSession(tx: Tx, ref: string): Promise<SessionRow | undefined> {
  return tx.selectFrom('sandbox_sessions').selectAll().where('id', '=', ref).forUpdate().executeTakeFirst()
}

export async function findSessionByOurId(
  reader: Reader,
  kind: SessionKind,
  { id, under }: { id: string; under: string },
): Promise<SessionRow | undefined> {
  return reader
    .selectFrom('sandbox_sessions')
    .selectAll()
    .where('our_id', '=', id)
    .where('kind', '=', kind)
    .where('customer_id', '=', under)
    .executeTakeFirst()
}

/** Expired by time, even before the row says so. */
export function sessionState(session: SessionRow, now: Date): SessionRow['state'] {
  return session.state === 'open' && session.expires_at <= now ? 'expired' : session.state
}
