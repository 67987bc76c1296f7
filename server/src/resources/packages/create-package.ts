import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { newId } from '../../lib/ids.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { requireManager, requireSpace } from './access.ts'
import { requireValidSchema } from './input-schema.ts'
import { insertPackage, insertPackageVersion } from './queries.ts'
import { viewPackage } from './view.ts'

export const createPackage: Operation<Contract['packages']['createPackage']> = async (tx, caller, offer) => {
  requireManager(caller)
  requirePrice(tx, 'price', offer.price)
  if (offer.inputSchema !== undefined) requireValidSchema({ ...offer.inputSchema })
  await lockAgent(tx, caller.agentId)
  await requireSpace(tx, caller, 1)
  const row = await insertPackage(tx, {
    id: newId('pkg', tx.now),
    agent_id: caller.agentId,
    version: 1,
    state: 'active',
    title: offer.title,
    description: offer.description,
    price: BigInt(offer.price.amount),
    currency: offer.price.currency,
    delivery_days: offer.deliveryDays,
    revisions: offer.revisions,
    input_schema: offer.inputSchema === undefined ? null : JSON.stringify(offer.inputSchema),
    created_at: tx.now,
    updated_at: tx.now,
  })
  const shown = viewPackage(row)
  await insertPackageVersion(tx, row, shown)
  await record(tx, caller, { action: 'package.created', target: row.id })
  return { package: shown }
}
