/** The only list of the topics that announce a change of a caller's authority. */
import type { AnyCaller } from '../caller.ts'
import type { Id } from '../lib/ids.ts'

/** Published by every change that can revoke authority; grants need no notification. */
export const authorityTopic = {
  /** Sessions, memberships, roles and links of a person. */
  user: (id: Id<'usr'>) => `user:${id}`,
  /** A key was deactivated or disabled. */
  key: (id: Id<'key'>) => `key:${id}`,
  /** Access to an agent: assignment to an organization, archive. */
  agent: (id: Id<'agt'>) => `access:${id}`,
} as const

const prefixes = ['user:', 'key:', 'access:'] as const

export function isAuthorityTopic(topic: string): boolean {
  return prefixes.some((prefix) => topic.startsWith(prefix))
}

/** Topics that can end the open streams and long polls of this caller. */
export function authorityTopicsOf(caller: AnyCaller): string[] {
  if (caller.kind === 'stranger') return []
  if (caller.kind === 'operator')
    return caller.person === null ? [] : [authorityTopic.user(caller.person.userId)]
  const credentialTopic =
    caller.kind === 'key' ? authorityTopic.key(caller.keyId) : authorityTopic.user(caller.userId)
  return caller.agentId === null ? [credentialTopic] : [credentialTopic, authorityTopic.agent(caller.agentId)]
}
