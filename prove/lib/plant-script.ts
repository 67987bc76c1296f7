import { databaseUrl, runAlone } from '../../server/test/fixtures/global-setup.ts'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import { postgresUrl } from '../../server/test/fixtures/postgres-url.ts'

/** Does something to the database of a Souk that its own code would never do. */
export async function plant({ context }: Souk, statement: string): Promise<void> {
  const named = context.database.selectNoFrom((of) => of.fn<string>('current_database', []).as('name'))
  const { name } = (await named.executeTakeFirst()) ?? fail('no database')
  await runAlone(databaseUrl(postgresUrl(), name), statement)
}
