/** The only table of the effect that each loss of authority must have. */
import type { Scope } from 'souk-contract'

type PersonSource =
  | 'owner'
  | 'organization-owner'
  | 'organization-admin'
  | 'organization-finance'
  | 'organization-member'
  | 'link'
export type KeySource = `key:${Scope}`
export type SourceName = PersonSource | KeySource

export type LossName =
  | 'revoke'
  | 'expire'
  | 'remove'
  | 'demote'
  | 'unassign'
  | 'disband'
  | 'sign out'
  | 'reset'
  | 'archive'
  | 'kill switch'
  | 'block'

export type Effect =
  /** Every call returns 401 and every stream ends. */
  | 'token ends'
  /** Acting as the agent is refused and streams as the agent end; the account itself continues. */
  | 'agent ends'
  /** Only the rights that came with the role are refused. */
  | 'role narrows'
  /** Writes are refused; reads and streams continue. */
  | 'writes stop'
  /** New contact is refused; running tasks stay decidable for both sides. */
  | 'contact ends'
  | 'nothing ends'

const persons: readonly PersonSource[] = [
  'owner',
  'organization-owner',
  'organization-admin',
  'organization-finance',
  'organization-member',
  'link',
]
const members = persons.filter((name) => name.startsWith('organization-'))
const scopes: readonly Scope[] = ['read', 'apply', 'deliver', 'spend', 'payout', 'social']
const keys: readonly KeySource[] = scopes.map((scope): KeySource => `key:${scope}`)

type Row = Partial<Record<SourceName, Effect>>

const all = (sources: readonly SourceName[], effect: Effect): Row =>
  Object.fromEntries(sources.map((source) => [source, effect]))

const effects: Readonly<Record<LossName, Row>> = {
  revoke: all(keys, 'token ends'),
  expire: all([...persons, ...keys], 'token ends'),
  // A key ends with the membership of the person who created it.
  remove: { ...all(members, 'agent ends'), link: 'agent ends', ...all(keys, 'token ends') },
  demote: all(
    members.filter((name) => name !== 'organization-member'),
    'role narrows',
  ),
  unassign: all(members, 'agent ends'),
  disband: all(members, 'agent ends'),
  'sign out': all(persons, 'token ends'),
  reset: all([...persons, ...keys], 'token ends'),
  archive: { ...all(persons, 'agent ends'), ...all(keys, 'token ends') },
  'kill switch': {
    ...all(['owner', 'organization-owner', 'organization-admin'], 'nothing ends'),
    ...all(['organization-finance', 'organization-member', 'link', ...keys], 'writes stop'),
  },
  // Keys with other scopes cannot make new contacts anyway.
  block: all([...persons, 'key:spend'], 'contact ends'),
}

export interface Case {
  readonly source: SourceName
  readonly loss: LossName
  readonly effect: Effect
}

/** Every loss of every authority. Expiry advances the shared clock, so those cases come last. */
export const cases: readonly Case[] = Object.entries(effects)
  .flatMap(([loss, row]) => Object.entries(row).map(([source, effect]) => ({ source, loss, effect })))
  .filter((candidate): candidate is Case => candidate.effect !== undefined)
  .toSorted((left, right) => Number(left.loss === 'expire') - Number(right.loss === 'expire'))
