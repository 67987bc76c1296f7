import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { consentsOf, findLatestTerms, insertConsent } from '../../policy/terms-queries.ts'

export const acceptMarketTerms: Operation<Contract['market']['acceptMarketTerms']> = async (
  tx,
  caller,
  { version },
) => {
  const { userId } = caller
  await requireLatest(tx, version)
  if (await insertConsent(tx, { userId, version })) {
    await record(tx, caller, { action: 'terms.accepted', target: userId, details: { version } })
  }
  const consents = await consentsOf(tx, userId)
  const consent = consents.find((given) => given.version === version)
  return { consent: consent ?? fail('internal', 'The consent was not stored.') }
}

/** Consent of a new account. */
export async function consentAtSignUp(tx: Tx, userId: Id<'usr'>, version: number | undefined): Promise<void> {
  if (version === undefined) return
  await requireLatest(tx, version)
  await insertConsent(tx, { userId, version })
}

/** Consent to a text that the person has not seen is none. */
async function requireLatest(tx: Tx, version: number): Promise<void> {
  const latest = await findLatestTerms(tx)
  if (latest?.version === version) return
  fail(
    'conflict',
    latest === undefined
      ? 'This marketplace has no terms of service.'
      : `The terms of service are at version ${latest.version}, not ${version}.`,
    'Read the latest version of the terms of service, then accept it.',
  )
}
