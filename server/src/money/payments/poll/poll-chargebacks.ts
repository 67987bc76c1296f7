import type { Context } from '../../../context.ts'
import { applyChargeback } from '../apply/apply-chargeback.ts'
import { pollProcessor } from './poll-processor.ts'

export function pollChargebacks(context: Context): Promise<number> {
  return pollProcessor(context, 'chargebacks', syncChargeback)
}

export async function syncChargeback({ ports, store }: Context, ref: string): Promise<void> {
  const snapshot = await ports.processor.fetchDispute(ref)
  if (snapshot !== undefined) await store.write((tx) => applyChargeback(tx, snapshot))
}
