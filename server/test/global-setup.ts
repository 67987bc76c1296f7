import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { launchEmbedded } from '../src/db/embedded/launch.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** One PostgreSQL for all tests, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-test-'))
  const embedded = await launchEmbedded({ dataDir, durable: false })
  await makeTemplate(embedded.url)
  project.provide('databaseUrl', embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What each database of a test is a copy of. */
export async function makeTemplate(server: string): Promise<void> {
  await runAlone(server, 'create database souk_template')
  const url = databaseUrl(server, 'souk_template')
  const template = openDatabase({ url, connections: 2, onError: () => undefined })
  await migrate(template)
  await template.destroy()
}

/** A database of its own, migrated. The files of the template are copied: through the WAL it takes five times as long. */
export async function cloneTemplate(server: string, name: string): Promise<void> {
  await runAlone(server, `create database ${name} template souk_template strategy file_copy`)
}

export async function runAlone(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
