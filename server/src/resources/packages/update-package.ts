import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { requireManager, requireSpace } from './access.ts'
import { requireValidSchema } from './input-schema.ts'
import { insertPackageVersion, lockPackage, updatePackageRow } from './queries.ts'
import { viewPackage } from './view.ts'

/** A change of the offer makes a new version; archiving and restoring do not. */
export const updatePackage: Operation<Contract['packages']['updatePackage']> = async (
  tx,
  caller,
  { packageId, state, ...offer },
) => {
  requireManager(caller)
  if (offer.price !== undefined) requirePrice(tx, 'price', offer.price)
  if (offer.inputSchema !== undefined && offer.inputSchema !== null)
    requireValidSchema({ ...offer.inputSchema })
  await lockAgent(tx, caller.agentId)
  const before =
    (await lockPackage(tx, caller.agentId, { id: packageId, mode: 'change' })) ?? notFound('package')
  if (state === 'active' && before.state !== 'active') await requireSpace(tx, caller, 0)
  const schema = offer.inputSchema === undefined ? before.input_schema : offer.inputSchema
  const row = await updatePackageRow(tx, {
    id: before.id,
    agent_id: before.agent_id,
    created_at: before.created_at,
    state: state ?? before.state,
    title: offer.title ?? before.title,
    description: offer.description ?? before.description,
    price: offer.price === undefined ? before.price : BigInt(offer.price.amount),
    currency: offer.price?.currency ?? before.currency,
    delivery_days: offer.deliveryDays ?? before.delivery_days,
    revisions: offer.revisions ?? before.revisions,
    input_schema: schema === null ? null : JSON.stringify(schema),
    updated_at: tx.now,
  })
  const shown = viewPackage(row)
  if (row.version > before.version) await insertPackageVersion(tx, row, shown)
  const details = { version: row.version, state: row.state }
  await record(tx, caller, { action: 'package.updated', target: row.id, details })
  return { package: shown }
}
