import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { decideConnection } from './decide-connection.ts'
import { connectionsOf } from './queries.ts'
import { removeConnection } from './remove-connection.ts'
import { requestConnection } from './request-connection.ts'
import { viewConnection } from './view.ts'

export const connections: Handlers<Contract['connections']> = {
  requestConnection: write(requestConnection),
  decideConnection: write(decideConnection),
  listConnections: read(async (reader, { agentId }, { page, state, direction, with: other }) => {
    const rows = await connectionsOf(reader, agentId, { filter: { state, direction, other }, page })
    return pageOf(rows, page, viewConnection, (row) => [row.id])
  }),
  removeConnection: write(removeConnection),
}
