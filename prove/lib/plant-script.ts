import { databaseUrl, runAlone } from '../../server/test/fixtures/global-setup.ts'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import { postgresUrl } from '../../server/test/fixtures/postgres-url.ts'

/** Plants a fault by running an SQL script in the database, over a separate connection. */
export async function plantScript({ context }: Souk, statement: string): Promise<void> {
  const named = context.database.selectNoFrom((of) => of.fn<string>('current_database', []).as('name'))
  const { name } = (await named.executeTakeFirst()) ?? fail('no database')
  await runAlone(databaseUrl(postgresUrl(), name), statement)
}
