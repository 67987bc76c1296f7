/** Splits a debt into monthly installments. Pure. */

interface Part {
  readonly amount: number
  readonly dueAt: string
}

interface Split {
  /** In minor units. */
  readonly owed: number
  readonly count: number
  /** Date of the first installment, such as `2026-12-01`. */
  readonly first: string
}

/** Equal parts; the last one takes the remainder. Days that a month lacks become its last day. */
export function planParts({ owed, count, first }: Split): Part[] {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const part = Math.floor(owed / count)
  return Array.from({ length: count }, (_, index) => ({
    amount: index === count - 1 ? owed - part * (count - 1) : part,
    dueAt: dateIn(year, month - 1 + index, day).toISOString(),
  }))
}

function dateIn(year: number, month: number, day: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, last)))
}
