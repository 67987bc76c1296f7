import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Serious violations of WCAG 2.2 A and AA. `evaluate` injects axe past the content security policy. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(unstick)
  await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(async () => {
    const { violations }: Findings = await Reflect.get(globalThis, 'axe').run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      )
  })
}

/** Content scrolls below sticky bars; axe would report the controls that lie under one at this scroll position. */
function unstick(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*'))
    if (getComputedStyle(element).position === 'sticky') element.style.position = 'static'
}

interface Findings {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}
