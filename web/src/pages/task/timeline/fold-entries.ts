import type { Market } from 'souk-contract'
import type { Entry } from './entries.ts'

interface Folded {
  /** The first entry, if it stands above the row of earlier ones. */
  readonly brief: readonly Entry[]
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

interface View {
  readonly seenUpTo: string | undefined
  readonly role: Market['role']
  /** Whether the page shows the brief. Otherwise the first entry is the brief. */
  readonly hasBrief: boolean
}

/**
 * Folds what the viewer has seen before, except the last entries, the last delivery and a first entry that is the brief. The first visit
 * shows all.
 */
export function foldEntries(entries: readonly Entry[], { seenUpTo, role, hasBrief }: View): Folded {
  if (seenUpTo === undefined) return { brief: [], earlier: [], shown: entries, firstNew: undefined }
  const firstNew = entries.find((entry) => entry.at > seenUpTo && sideOf(entry) !== role)
  const kept = [
    firstNew === undefined ? entries.length : entries.indexOf(firstNew),
    entries.length - shownMin,
    entries.findLastIndex(({ kind }) => kind === 'delivery'),
  ].filter((index) => index >= 0)
  const start = entries.length < shownMin ? 0 : Math.min(...kept)
  const begin = hasBrief ? 0 : 1
  if (start - begin < earlierMin) return { brief: [], earlier: [], shown: entries, firstNew }
  return {
    brief: entries.slice(0, begin),
    earlier: entries.slice(begin, start),
    shown: entries.slice(start),
    firstNew,
  }
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
