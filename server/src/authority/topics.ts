/** The only list of what a caller's authority rests on, and of the topics that announce a change to it. */
import type { Caller } from '../caller.ts'
import type { Id } from '../lib/ids.ts'

/** Announced by every change that can take authority away; granting some needs no announcement. */
export const authorityTopic = {
  /** Sessions, memberships, roles and links of a person. */
  user: (id: Id<'usr'>) => `user:${id}`,
  /** A key was deactivated or disabled. */
  key: (id: Id<'key'>) => `key:${id}`,
  /** Who reaches an agent at all: assignment to an organization, archive. */
  agent: (id: Id<'agt'>) => `access:${id}`,
} as const

const prefixes = ['user:', 'key:', 'access:'] as const

export function isAuthorityTopic(topic: string): boolean {
  return prefixes.some((prefix) => topic.startsWith(prefix))
}

/** Every topic whose announcement may end what this caller holds open. */
export function topicsBehind(caller: Caller): string[] {
  if (caller.kind === 'stranger') return []
  const own = caller.kind === 'key' ? authorityTopic.key(caller.keyId) : authorityTopic.user(caller.userId)
  return caller.agentId === null ? [own] : [own, authorityTopic.agent(caller.agentId)]
}
