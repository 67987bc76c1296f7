import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../scripts/build-web.mjs'
import setup from '../../server/test/fixtures/global-setup.ts'

/** Builds the app once and starts the test database. */
export default async function setupWeb(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  return setup(project)
}
