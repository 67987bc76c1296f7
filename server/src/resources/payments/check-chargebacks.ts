/** Processors tell of disputes, and what they tell can be lost for good: what is open is asked after, what is unknown found. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, day, hour } from '../../lib/clock.ts'
import { applyChargeback } from './apply-chargeback.ts'

const batchSize = 20
/** Whoever is asked in vain is asked again after so long. */
const leaseMs = hour
/** Movements are looked through so often, each time from a little before the last: they need not appear in order. */
const lookMs = hour
const overlapMs = day
/** The first look goes back no further. */
const firstLookMs = 90 * day

export async function checkChargebacks(context: Context): Promise<number> {
  const due = await leaseDue(context)
  for (const { ref } of due) await check(context, ref)
  await findUnknown(context)
  return due.length
}

async function check({ ports, store, log }: Context, ref: string): Promise<void> {
  try {
    const snapshot = await ports.processor.fetchDispute(ref)
    if (snapshot !== undefined) await store.write((tx) => applyChargeback(tx, snapshot))
  } catch (error) {
    log.warn({ chargeback: ref, error: String(error) }, 'chargeback not checked')
  }
}

async function leaseDue({ store }: Context): Promise<{ ref: string }[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ ref: string }>`
      update chargebacks set due_at = ${after(tx.now, leaseMs)}
      where ref in (
        select ref from chargebacks where due_at <= ${tx.now} and book = ${tx.settings.book}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning ref`.execute(tx)
    return rows
  })
}

/** Money that left for a dispute is seen at the processor, also where nobody told us why. */
async function findUnknown(context: Context): Promise<void> {
  const { ports, store, clock, log } = context
  const began = clock.now()
  const since = await leaseLook(context)
  if (since === undefined) return
  try {
    const refs = new Set<string>()
    for await (const { kind, sourceRef } of ports.processor.listMovements({ since })) {
      if (kind === 'dispute' && sourceRef !== undefined) refs.add(sourceRef)
    }
    for (const ref of await unknown(context, [...refs])) await check(context, ref)
    await store.write((tx) =>
      tx
        .updateTable('movement_looks')
        .set({ seen_up_to: began })
        .where('book', '=', tx.settings.book)
        .execute(),
    )
  } catch (error) {
    log.warn({ error: String(error) }, 'movements not looked through')
  }
}

/** Since when to look, if it is time and no other node does. */
async function leaseLook({ store }: Context): Promise<Date | undefined> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ seen_up_to: Date }>`
      insert into movement_looks (book, seen_up_to, due_at)
      values (${tx.settings.book}, ${after(tx.now, -firstLookMs)}, ${after(tx.now, lookMs)})
      on conflict (book) do update set due_at = excluded.due_at where movement_looks.due_at <= ${tx.now}
      returning seen_up_to`.execute(tx)
    const [look] = rows
    return look === undefined ? undefined : after(look.seen_up_to, -overlapMs)
  })
}

async function unknown({ store }: Context, refs: readonly string[]): Promise<string[]> {
  const { rows } = await store.read((reader) =>
    sql<{ ref: string }>`select ref from unnest(${[...refs]}::text[]) ref
      where not exists (select from chargebacks c where c.ref = ref.ref)`.execute(reader),
  )
  return rows.map(({ ref }) => ref)
}
