import { buildApp } from '../../server/src/app.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { startNode } from '../../server/test/fixtures/processes/nodes.ts'

export interface Nodes {
  readonly souk: Souk
  /** URL of each node. */
  readonly origins: readonly string[]
  stop(): Promise<void>
}

/** Two nodes that share only the database, called over HTTP. No workers run. */
export async function startNodes(): Promise<Nodes> {
  const souk = await startSouk({ databaseConnections: 10 })
  const node = await startNode(souk)
  const other = await buildApp(node.context)
  const listen = (app: typeof other) => app.listen({ host: '127.0.0.1', port: 0 })
  const origins = [await listen(souk.app), await listen(other)]
  return {
    souk,
    origins,
    stop: async () => {
      await other.close()
      await node.stop()
      await souk.stop()
    },
  }
}

export function pickNode({ origins }: Nodes, index: number): string {
  return origins[index % origins.length] ?? fail('no node')
}
