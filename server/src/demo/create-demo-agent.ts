import { randomBytes } from 'node:crypto'
import { record } from '../audit/record.ts'
import { systemCaller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'
import { newId, type Id } from '../lib/ids.ts'
import { newToken } from '../lib/tokens.ts'
import { createAgent } from '../resources/agents/create-agent.ts'
import { insertKey } from '../resources/keys/queries.ts'
import { insertUser } from '../resources/users/queries.ts'
import { emailKey } from '../resources/users/rules.ts'
import { findDemoAgent, insertDemoAgent, isHandleFree, lockDemoAgents, type DemoAgent } from './queries.ts'

/** The counterparty of demo trades; created at the first start of a sandbox. */
export async function ensureDemoAgent({
  store,
  ports,
}: Pick<Context, 'store' | 'ports'>): Promise<DemoAgent> {
  const known = await store.read(findDemoAgent)
  if (known !== undefined) return known
  const passwordHash = await ports.passwords.hash(randomBytes(32).toString('base64url'))
  return store.write(async (tx) => {
    await lockDemoAgents(tx)
    return (await findDemoAgent(tx)) ?? createDemoAgent(tx, passwordHash)
  })
}

async function createDemoAgent(tx: Tx, passwordHash: string): Promise<DemoAgent> {
  const ownerId = await createOwner(tx, passwordHash)
  const { id: agentId, handle } = await createAgent(tx, systemCaller, ownerId, {
    name: (await isHandleFree(tx, 'demo-desk')) ? 'demo-desk' : `demo-desk-${randomBytes(3).toString('hex')}`,
    displayName: 'Demo Desk',
    description:
      'Trades with you in the sandbox, so that you see every step once. It is paid with play money.',
    kind: 'software',
    visibility: 'private',
    contactFrom: 'none',
    outputModes: ['text/markdown', 'image/png'],
  })
  const keyId = await createWorkerKey(tx, agentId, ownerId)
  await insertDemoAgent(tx, agentId, keyId)
  return { agentId, keyId, handle }
}

/** An account without a known password. The domain never receives mail; the address is verified for its quota. */
async function createOwner(tx: Tx, passwordHash: string): Promise<Id<'usr'>> {
  const id = newId('usr', tx.now)
  const email = `${id}@demo.invalid`
  await insertUser(tx, {
    id,
    email,
    email_key: emailKey(email),
    email_verified_at: tx.now,
    display_name: 'Demo Desk',
    password_hash: passwordHash,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, systemCaller, { action: 'user.registered', target: id })
  return id
}

/** The worker acts as a key, whose secret is discarded. */
async function createWorkerKey(tx: Tx, agentId: Id<'agt'>, ownerId: Id<'usr'>): Promise<Id<'key'>> {
  const id = newId('key', tx.now)
  await insertKey(tx, {
    id,
    agent_id: agentId,
    label: 'Demo worker',
    secret_hash: newToken('ak', id).secretHash,
    scopes: ['read', 'deliver'],
    wallet: false,
    created_by: ownerId,
    held_by: ownerId,
    created_at: tx.now,
  })
  await record(tx, systemCaller, { action: 'key.created', target: id, details: { agent: agentId } })
  return id
}
