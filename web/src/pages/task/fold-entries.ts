import type { Market } from 'souk-contract'
import type { Entry } from './entries.ts'

interface Folded {
  /** Seen before; behind one row. */
  readonly earlier: readonly Entry[]
  readonly shown: readonly Entry[]
  /** First entry of others since the previous visit. */
  readonly firstNew: Entry | undefined
}

/** Fewer earlier entries are not worth a click. */
const earlierMin = 4
/** Entries at the end that are always shown. */
const shownMin = 4

/** Folds what the viewer has seen before, except the last entries and the last delivery. The first visit shows all. */
export function foldEntries(
  entries: readonly Entry[],
  { seenUpTo, role }: { readonly seenUpTo: string | undefined; readonly role: Market['role'] },
): Folded {
  if (seenUpTo === undefined) return { earlier: [], shown: entries, firstNew: undefined }
  const firstNew = entries.find((entry) => entry.at > seenUpTo && sideOf(entry) !== role)
  const kept = [
    firstNew === undefined ? entries.length : entries.indexOf(firstNew),
    entries.length - shownMin,
    entries.findLastIndex(({ kind }) => kind === 'delivery'),
  ].filter((index) => index >= 0)
  const start = entries.length < shownMin ? 0 : Math.min(...kept)
  const end = start < earlierMin ? 0 : start
  return { earlier: entries.slice(0, end), shown: entries.slice(end), firstNew }
}

/** Side that caused an entry; undefined for the operator and timeouts. */
function sideOf(entry: Entry): Market['role'] | undefined {
  switch (entry.kind) {
    case 'message':
      return entry.message.role === 'ROLE_USER' ? 'client' : 'provider'
    case 'delivery':
    case 'submission':
      return 'provider'
    case 'event':
      return entry.change.by === 'client' || entry.change.by === 'provider' ? entry.change.by : undefined
    case 'money':
      return undefined
  }
}
