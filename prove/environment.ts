import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEmbedded } from '../server/src/db/embedded/launch.ts'
import { makeTemplate, planOnce } from '../server/test/fixtures/global-setup.ts'
import { prepareStatements } from '../server/test/fixtures/prepared-statements.ts'
import { useCluster } from '../server/test/fixtures/database/test-cluster.ts'

/** Starts the PostgreSQL that test fixtures expect, so that suites can use the fixtures outside of vitest. */
export async function openEnvironment(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-prove-'))
  const embedded = await launchEmbedded({ dataDir, durable: false })
  await makeTemplate(embedded.url)
  await planOnce(embedded.url)
  prepareStatements()
  useCluster(embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
