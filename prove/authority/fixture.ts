/** One agent of an organization, a counterparty with a running task, and the holder of the authority that is lost. */
import { randomBytes } from 'node:crypto'
import type { Role, Scope, Task, Thread } from 'souk-contract'
import { fail, type CallOptions, type Person, type Souk } from '../../server/test/fixtures/harness.ts'
import { buildWorkplace, type Workplace } from '../../server/test/fixtures/held-streams.ts'
import { move } from '../../server/test/fixtures/organizations.ts'
import { after, hour } from '../../server/src/lib/clock.ts'
import type { Case, KeySource, SourceName } from './expected.ts'

export interface Holder {
  readonly hand: CallOptions
  /** The person whose account gives the authority: the holder, or who created the key. */
  readonly person: Person
  /** Of a key. */
  readonly kid?: string
}

export interface Scene extends Case, Workplace {
  readonly souk: Souk
  readonly holder: Holder
  readonly task: Task
  readonly thread: Thread
}

export async function buildScene(souk: Souk, chosen: Case): Promise<Scene> {
  const place = await buildWorkplace(souk)
  return { ...chosen, ...place, souk, holder: await gain(souk, place, chosen) }
}

async function gain(souk: Souk, place: Workplace, chosen: Case): Promise<Holder> {
  const { source } = chosen
  if (isKey(source)) return gainKey(souk, place, source, chosen)
  const person = await personWith(souk, place, source)
  return { hand: { as: person.token, agent: place.worker.agent.id }, person }
}

export function isKey(source: SourceName): source is KeySource {
  return source.startsWith('key:')
}

async function personWith(souk: Souk, place: Workplace, source: SourceName): Promise<Person> {
  const { house, worker } = place
  if (source === 'owner') return worker.person
  if (source === 'link') return link(souk, place)
  const role = source.replace('organization-', '')
  return move(souk, house, isRole(role) ? role : fail(`no role ${role}`))
}

function isRole(text: string): text is Role {
  return ['owner', 'admin', 'finance', 'member'].includes(text)
}

async function link(souk: Souk, { worker }: Workplace): Promise<Person> {
  const person = await souk.person()
  const { code } = (await souk.call('createLinkCode', {}, worker.hand)).data
  await souk.call('linkAgent', { code }, { as: person.token })
  return person
}

/** Of another owner of the organization where the loss is a removal, else of the agent's owner. */
async function gainKey(
  souk: Souk,
  { house, worker }: Workplace,
  source: KeySource,
  { loss }: Case,
): Promise<Holder> {
  const person = loss === 'remove' ? await move(souk, house, 'owner') : worker.person
  const scope = source.slice('key:'.length)
  const scopes = isScope(scope) ? [...new Set<Scope>(['read', scope])] : fail(`no scope ${scope}`)
  const expiresAt = loss === 'expire' ? { expiresAt: after(souk.clock.now(), hour).toISOString() } : {}
  const input = { agentId: worker.agent.id, label: randomBytes(4).toString('hex'), scopes, ...expiresAt }
  const made = (await souk.call('createKey', input, { as: person.token })).data
  return { hand: { as: made.secret }, person, kid: made.key.kid }
}

function isScope(text: string): text is Scope {
  return ['read', 'apply', 'deliver', 'spend', 'payout', 'social'].includes(text)
}
