import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendAuditChain, verifyChain } from '../../src/audit/chain.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const verify = () => souk.context.store.read(verifyChain)

describe('the audit log', () => {
  it('records actor, action, subject and change', async () => {
    const ada = await souk.person()
    const agent = await souk.agent(ada)
    await souk.call('createKey', { agentId: 'no-such-agent', label: 'refused' }, { as: ada.token })
    const entries = await souk.context.database
      .selectFrom('audit_entries')
      .selectAll()
      .where('target', 'in', [ada.user.id, agent.id])
      .orderBy('id')
      .execute()
    expect(
      entries.map(({ action, actor_kind, user_id, details }) => ({ action, actor_kind, user_id, details })),
    ).toEqual([
      { action: 'user.registered', actor_kind: 'stranger', user_id: null, details: {} },
      {
        action: 'agent.created',
        actor_kind: 'user',
        user_id: ada.user.id,
        details: { handle: agent.name, owner: ada.user.id },
      },
    ])
  })

  it('is one hash chain under concurrent nodes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => souk.person()))
    await Promise.all([1, 2, 3, 4].map(() => extendAuditChain(souk.context)))
    await souk.work()
    const { count } = await souk.context.database
      .selectFrom('audit_entries')
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(await verify()).toEqual({ entries: Number(count), brokenAt: null })
  })

  it('refuses updates and deletions', async () => {
    const { database } = souk.context
    for (const statement of [
      sql`update audit_entries set action = 'x'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
      sql`update audit_links set hash = ''`,
    ]) {
      await expect(statement.execute(database)).rejects.toThrow('append-only')
    }
  })

  it('detects where a database superuser changed it', async () => {
    const { database } = souk.context
    await sql`alter table audit_entries disable trigger all`.execute(database)
    await sql`update audit_entries set action = 'nothing.happened' where id = (
      select entry_id from audit_links where seq = 3)`.execute(database)
    expect(await verify()).toEqual({ entries: 2, brokenAt: 3n })
  })
})
