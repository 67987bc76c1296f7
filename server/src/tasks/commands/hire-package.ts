import type { Contract, Money, Part } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { requireUnrestricted } from '../../money/payments/wallet-restrictions.ts'
import { walletOf } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { requireNotBlocked } from '../../resources/blocks/access.ts'
import { requireValidInput } from '../../resources/packages/input-schema.ts'
import { lockPackage, type PackageRow } from '../../resources/packages/queries.ts'
import { planOpening, type Opening } from '../lifecycle/plan-opening.ts'
import { fillTerms } from '../lifecycle/terms.ts'
import { titleOfRequest } from '../lifecycle/title.ts'
import { savePackageBrief } from '../store/brief-queries.ts'
import { findProfile } from '../store/profile-queries.ts'
import { requireAcceptedTypes } from '../wire/content-types.ts'
import { readParts } from '../wire/messages.ts'
import { originAt } from '../wire/message-provenance.ts'
import { findPair, gateRequest, viewNewTask, type Pair } from './hire-agent.ts'
import { messageOf, openTask } from './open-task.ts'

/** Opens a task with the terms of one version of a package, and holds its price like any direct hire. */
export const hirePackage: Operation<Contract['packages']['hirePackage']> = async (tx, caller, input) => {
  const pair = await findPair(tx, caller, input.name, findProfile)
  await requireNotBlocked(tx, pair.client.id, pair.provider.id)
  const offer = await lockPackage(tx, pair.provider.id, { id: input.packageId, mode: 'share' })
  if (offer === undefined || offer.state === 'archived') return notFound('package')
  requireVersion(offer, input.expectedVersion)
  requireValidInput(offer.input_schema, input.input)
  const opening = openingOf(tx, pair, offer, input)
  await requireUnrestricted(tx, walletOf(tx, caller))
  const first = planOpening(tx, opening)
  await enforceGate(tx, caller, await gateRequest(tx, opening, first.row.id))
  const task = await openTask(tx, caller, opening, first)
  const brief = await savePackageBrief(tx, task.id, offer)
  return { task: viewNewTask(tx, pair, task, { message: first.message, brief }) }
}

/** The client agrees to the version that it has read. */
function requireVersion({ version }: PackageRow, expected: number): void {
  if (version === expected) return
  fail(
    'conflict',
    `The package is at version ${version}, not ${expected}.`,
    'Read the package again, then hire with its version.',
  )
}

interface PackageRequest {
  readonly input?: unknown
  readonly text?: string | undefined
  readonly parts?: readonly Part[] | undefined
}

function openingOf(tx: Tx, { client, provider }: Pair, offer: PackageRow, request: PackageRequest): Opening {
  const price: Money = { amount: Number(offer.price), currency: offer.currency }
  requirePrice(tx, 'price', price)
  const deliverBy = after(tx.now, offer.delivery_days * day).toISOString()
  const parts = partsOf(offer, request)
  requireAcceptedTypes(provider, parts)
  return {
    clientId: client.id,
    providerId: provider.id,
    listingId: null,
    packageId: offer.id,
    phase: 'requested',
    title: titleOfRequest(undefined, [{ text: offer.title }]),
    by: 'client',
    message: { parts },
    origin: originAt(tx.now, client),
    terms: fillTerms({ price, deliverBy, maxRevisions: offer.revisions }, tx),
  }
}

/** Without a message, the title of the package says what is hired. */
function partsOf({ title }: PackageRow, { input, text, parts }: PackageRequest): Part[] {
  const sent = text === undefined && parts === undefined ? { text: title } : { text, parts }
  return [...readParts(messageOf(sent).parts), ...(input === undefined ? [] : [{ data: input }])]
}
