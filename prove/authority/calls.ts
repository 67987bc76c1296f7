/** Every operation of the contract, called with the authority that was lost. */
import { contract, isWrite, type Route } from 'souk-contract'
import { call, routes, type CallOptions, type Souk } from '../../server/test/fixtures/harness.ts'
import { assertClaim } from '../suite.ts'
import type { Effect } from './expected.ts'
import type { Scene } from './fixture.ts'

interface Verdict {
  /** Which operations the effect concerns. */
  readonly concerns: (route: Route, operation: string, scene: Scene) => boolean
  readonly statuses: readonly number[]
}

const namesAgent = ({ path }: Route) => path.includes('{agentId}') && !path.startsWith('/users/me/')

/** What only roles with the wallet may call, and what only roles that manage the agent may. */
const wallet = new Set([...Object.keys(contract.payments), ...Object.keys(contract.payouts)])
const management = new Set([
  ...Object.keys(contract.keys),
  'listAgentPeople',
  'removeAgentPerson',
  'updateApprovalGate',
  'setWebhook',
  'removeWebhook',
])

const verdicts: Readonly<Partial<Record<Effect, Verdict>>> = {
  'token ends': { concerns: ({ auth }) => auth !== 'none', statuses: [401] },
  'agent ends': {
    concerns: (route) => route.auth === 'agent' || (route.auth !== 'none' && namesAgent(route)),
    statuses: [403, 404],
  },
  'role narrows': {
    concerns: (_route, operation, { source }) =>
      (wallet.has(operation) && source !== 'organization-admin') ||
      (management.has(operation) && source !== 'organization-finance'),
    statuses: [403],
  },
  'writes stop': {
    concerns: (route) => route.auth === 'agent' && isWrite(route),
    statuses: [403],
  },
}

/** How many calls were refused as the effect demands. */
export async function checkCalls(scene: Scene, app: Souk['app']): Promise<number> {
  const verdict = verdicts[scene.effect]
  if (verdict === undefined) return 0
  let refused = 0
  for (const [operation, route] of Object.entries(routes)) {
    if (!verdict.concerns(route, operation, scene)) continue
    const { status } = await call(app, operation, inputOf(scene, route), optionsOf(scene, route))
    assertClaim(
      verdict.statuses.includes(status),
      `${scene.loss} of ${scene.source}: ${operation} answered ${status}, not ${verdict.statuses.join(' or ')}`,
    )
    refused += 1
  }
  return refused
}

/** Reads and writes that the holder must still be able to make. */
export async function checkKept(scene: Scene, app: Souk['app']): Promise<number> {
  const { holder, loss, source, effect } = scene
  const kept = keptAfter[effect] ?? []
  for (const [operation, input] of kept) {
    const { status } = await call(app, operation, input(scene), holder.hand)
    assertClaim(
      status === 200,
      `${loss} of ${source}: ${operation} answered ${status}, and must still be possible`,
    )
  }
  return kept.length
}

type Kept = readonly [operation: string, input: (scene: Scene) => Record<string, unknown>]

const ownTask = ({ worker, task }: Scene) => ({ name: worker.agent.name, taskId: task.id })

const keptAfter: Readonly<Partial<Record<Effect, readonly Kept[]>>> = {
  'role narrows': [
    ['getMyAgent', () => ({})],
    ['getTask', ownTask],
  ],
  'writes stop': [
    ['getMyAgent', () => ({})],
    ['getTask', ownTask],
  ],
  'contact ends': [['getTask', ownTask]],
  'nothing ends': [
    ['getTask', ownTask],
    ['createPost', () => ({ text: 'Still here.' })],
  ],
}

function inputOf({ worker, task, thread, house }: Scene, route: Route): Record<string, unknown> {
  const { params, query, body } = route.example
  const known: Record<string, string> = {
    name: worker.agent.name,
    agentId: worker.agent.id,
    taskId: task.id,
    threadId: thread.id,
    ...(route.path.startsWith('/organizations/{id}') ? { id: house.id } : {}),
  }
  const placed = Object.fromEntries(
    Object.entries(known).filter(([name]) => route.path.includes(`{${name}}`)),
  )
  return { ...params, ...query, ...body, ...placed }
}

function optionsOf({ holder }: Scene, route: Route): CallOptions {
  return route.upload === true ? { ...holder.hand, upload: Buffer.from('A file.') } : holder.hand
}
