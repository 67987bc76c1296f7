import type { Context } from '../../context.ts'
import { applyChargeback } from './apply-chargeback.ts'
import { askAfterDue } from './poll-processor.ts'

export function checkChargebacks(context: Context): Promise<number> {
  return askAfterDue(context, 'chargebacks', askAfterChargeback)
}

export async function askAfterChargeback({ ports, store }: Context, ref: string): Promise<void> {
  const snapshot = await ports.processor.fetchDispute(ref)
  if (snapshot !== undefined) await store.write((tx) => applyChargeback(tx, snapshot))
}
