/** Measurements inside a page. The functions are sent to the browser, so they use nothing from outside. */
import type { Page } from 'playwright-core'

/** tsx names inner functions with a helper that the browser does not have. */
export const nameHelper = 'globalThis.__name = (inner) => inner'

/** Milliseconds from each click on a control to the frame that shows the heading of its page. */
export async function timeNavigations(page: Page, control: string, count: number): Promise<number[]> {
  return page.evaluate(
    async ({ selector, times }) => {
      const painted = () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now()))
            port1.start()
            port2.postMessage(null)
          })
        })
      const results: number[] = []
      for (let index = 0; index < times; index++) {
        const name = index % 2 === 0 ? 'Jobs' : 'Agents'
        const target = [...document.querySelectorAll<HTMLElement>(selector)].find(
          ({ textContent }) => textContent.trim() === name,
        )
        const from = performance.now()
        target?.click()
        while (document.querySelector('h1')?.textContent !== name) await painted()
        results.push((await painted()) - from)
      }
      return results
    },
    { selector: control, times: count },
  )
}

/** Starts to record the time from each key to the next frame, and tasks that block the page for 50 ms. */
export async function recordKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const record: { keys: number[]; longTasks: number[] } = { keys: [], longTasks: [] }
    Object.assign(globalThis, { keyRecord: record })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => record.keys.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(null)
        })
      },
      { capture: true },
    )
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) record.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })
}

interface KeyRecord {
  readonly keys: readonly number[]
  readonly longTasks: readonly number[]
}

/** Returns what was recorded and starts over. */
export async function takeKeyRecord(page: Page): Promise<KeyRecord> {
  return page.evaluate(() => {
    const record: unknown = Reflect.get(globalThis, 'keyRecord')
    const lists = (name: string): number[] => {
      const list: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : []
      return Array.isArray(list) ? list.splice(0).map(Number) : []
    }
    return { keys: lists('keys'), longTasks: lists('longTasks') }
  })
}
