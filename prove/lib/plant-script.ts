import { databaseUrl, runAlone } from '../../server/test/fixtures/database/databases.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { clusterUrl } from '../../server/test/fixtures/database/test-cluster.ts'

/** Plants a fault by running an SQL script in the database, over a separate connection. */
export async function plantScript({ context }: Souk, statement: string): Promise<void> {
  const named = context.database.selectNoFrom((of) => of.fn<string>('current_database', []).as('name'))
  const { name } = (await named.executeTakeFirst()) ?? fail('no database')
  await runAlone(databaseUrl(clusterUrl(), name), statement)
}
