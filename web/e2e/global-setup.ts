import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../scripts/build-web.mjs'
import setup from '../../server/test/fixtures/global-setup.ts'

/** The database of the tests, and the app built once for all of them. */
export default async function setupWeb(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  return setup(project)
}
