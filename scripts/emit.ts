/** Writes the generated files that are committed; `emitted.test.ts` compares them with fresh ones. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dumpSchema } from '../server/src/db/dump.ts'
import { launchEmbedded } from '../server/src/db/embedded/launch.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { emittedFiles } from './emitted.ts'

const files = [...emittedFiles(), ['server/src/db/schema.sql', await migratedSchema()] as const]

for (const [file, content] of files) {
  const target = fileURLToPath(new URL(`../${file}`, import.meta.url))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
  console.log(`wrote ${file}`)
}

async function migratedSchema(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-emit-'))
  const embedded = await launchEmbedded({ dataDir, durable: false })
  const database = openDatabase({ url: embedded.url, connections: 2, onError: () => undefined })
  try {
    await migrate(database)
    return await dumpSchema(database)
  } finally {
    await database.destroy()
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
