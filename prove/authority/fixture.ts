/** One agent of an organization, a counterparty with an open task, and the holder of the authority to be lost. */
import { randomBytes } from 'node:crypto'
import type { Role, Scope, Task, Thread } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallOptions } from '../../server/test/fixtures/operations.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import {
  createOrganizationFixture,
  type OrganizationFixture,
} from '../../server/test/fixtures/a2a/open-streams.ts'
import { addMember } from '../../server/test/fixtures/people/organizations.ts'
import { after, hour } from '../../server/src/lib/clock.ts'
import type { Case, KeySource, SourceName } from './expected.ts'

interface Holder {
  readonly asPerson: CallOptions
  /** The person behind the authority: the holder, or the creator of the key. */
  readonly person: Person
  /** Set for keys. */
  readonly kid?: string
}

export interface Fixture extends Case, OrganizationFixture {
  readonly souk: Souk
  readonly holder: Holder
  readonly task: Task
  readonly thread: Thread
}

export async function buildFixture(souk: Souk, authorityCase: Case): Promise<Fixture> {
  const workplace = await createOrganizationFixture(souk)
  return {
    ...authorityCase,
    ...workplace,
    souk,
    holder: await grantAuthority(souk, workplace, authorityCase),
  }
}

async function grantAuthority(
  souk: Souk,
  workplace: OrganizationFixture,
  authorityCase: Case,
): Promise<Holder> {
  const { source } = authorityCase
  if (isKey(source)) return grantKey(souk, workplace, source, authorityCase)
  const person = await personWith(souk, workplace, source)
  return { asPerson: { as: person.token, agent: workplace.worker.agent.id }, person }
}

export function isKey(source: SourceName): source is KeySource {
  return source.startsWith('key:')
}

async function personWith(souk: Souk, workplace: OrganizationFixture, source: SourceName): Promise<Person> {
  const { organization, worker } = workplace
  if (source === 'owner') return worker.person
  if (source === 'link') return link(souk, workplace)
  const role = source.replace('organization-', '')
  return addMember(souk, organization, isRole(role) ? role : fail(`no role ${role}`))
}

function isRole(text: string): text is Role {
  return ['owner', 'admin', 'finance', 'member'].includes(text)
}

async function link(souk: Souk, { worker }: OrganizationFixture): Promise<Person> {
  const person = await souk.person()
  const { code } = (await souk.call('createLinkCode', {}, worker.asPerson)).data
  await souk.call('linkAgent', { code }, { as: person.token })
  return person
}

/** For a removal, another owner of the organization creates the key; else the agent's owner does. */
async function grantKey(
  souk: Souk,
  { organization, worker }: OrganizationFixture,
  source: KeySource,
  { loss }: Case,
): Promise<Holder> {
  const person = loss === 'remove' ? await addMember(souk, organization, 'owner') : worker.person
  const scope = source.slice('key:'.length)
  const scopes = isScope(scope) ? [...new Set<Scope>(['read', scope])] : fail(`no scope ${scope}`)
  const expiresAt = loss === 'expire' ? { expiresAt: after(souk.clock.now(), hour).toISOString() } : {}
  const input = { agentId: worker.agent.id, label: randomBytes(4).toString('hex'), scopes, ...expiresAt }
  const created = (await souk.call('createKey', input, { as: person.token })).data
  return { asPerson: { as: created.secret }, person, kid: created.key.kid }
}

function isScope(text: string): text is Scope {
  return ['read', 'apply', 'deliver', 'spend', 'payout', 'social'].includes(text)
}
