import type { AdminContract } from 'souk-contract'
import { found } from '../../failure.ts'
import { balancesOf } from '../../money/ledger/queries.ts'
import { findAuthority } from '../../money/payments/queries.ts'
import { viewBalance } from '../../money/payments/view.ts'
import { constraintsOf } from '../../money/payments/wallet-restrictions.ts'
import { walletOfAgent } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { keysOf } from '../keys/queries.ts'
import { viewKey } from '../keys/view.ts'
import { findDeskAgent, peopleOfAgent, tasksOfAgent } from './queries.ts'
import { sharedDetails } from './shared-details.ts'
import { viewPersonWithRole } from './view.ts'

const keysMax = 50

export const getAgentDetails: Operation<AdminContract['marketDesk']['getAgentDetails']> = async (
  tx,
  caller,
  { agentId },
) => {
  const agent = found(await findDeskAgent(tx, agentId), 'agent')
  const wallet = walletOfAgent(tx, agent.id)
  const balances = await balancesOf(tx, wallet)
  const card = await findAuthority(tx, agent.id)
  const keys = await keysOf(tx, agent.id, { limit: keysMax, after: null })
  return {
    agent: {
      id: agent.id,
      handle: agent.handle,
      displayName: agent.display_name,
      standing: agent.standing,
      visibility: agent.visibility,
      ownerId: agent.owner_id,
      ownerEmail: agent.owner_email,
      organizationId: agent.organization_id,
      createdAt: agent.created_at.toISOString(),
      archivedAt: agent.archived_at?.toISOString() ?? null,
      balance: viewBalance(balances, wallet.currency, await constraintsOf(tx, wallet, balances)),
      card:
        card === undefined
          ? null
          : { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint, state: card.state },
      people: (await peopleOfAgent(tx, agent.id)).map(viewPersonWithRole),
      keys: keys.slice(0, keysMax).map(viewKey),
      tasks: (await tasksOfAgent(tx, agent.id)).map((task) => ({
        id: task.id,
        title: task.title,
        phase: task.phase,
        role: task.client_id === agent.id ? ('client' as const) : ('provider' as const),
        createdAt: task.created_at.toISOString(),
      })),
      ...(await sharedDetails(tx, caller, 'agent', agent.id)),
    },
  }
}
