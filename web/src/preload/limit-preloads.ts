/** Decides which pages are loaded ahead, so that a pointer that sweeps over a list sends few requests. */
interface PreloadLimits {
  /** Loads what a page needs; errors are the page's own matter. */
  readonly load: (path: string) => Promise<unknown>
  /** Whether the person or the network asks to save data. */
  readonly savesData: () => boolean
  readonly now: () => number
}

/** As long as replies are fresh in the cache. */
const freshMs = 10_000
const concurrentMax = 2
const windowMs = 60_000
const perWindowMax = 30

/** Preloads a path unless it is fresh, too many others are loading, or too many were loaded in the last minute. */
export function limitPreloads({ load, savesData, now }: PreloadLimits): (path: string) => void {
  const startedAt = new Map<string, number>()
  let running = 0
  return (path) => {
    const time = now()
    for (const [known, at] of startedAt) if (time - at >= windowMs) startedAt.delete(known)
    const isFresh = time - (startedAt.get(path) ?? -Infinity) < freshMs
    if (isFresh || running >= concurrentMax || startedAt.size >= perWindowMax || savesData()) return
    startedAt.set(path, time)
    running += 1
    const ended = () => {
      running -= 1
    }
    load(path).then(ended, ended)
  }
}
