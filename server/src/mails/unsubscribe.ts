/** One-click unsubscribe (RFC 8058): the link names a person and a topic, and its signature is the permission. */
import { optionalTopics } from 'souk-contract'
import { isId } from '../lib/ids.ts'
import { encodesTag, type Vault } from '../lib/secrets.ts'
import type { Unsubscription } from './unsubscribe-queries.ts'

const purpose = 'unsubscribe'

export function unsubscribeToken(vault: Vault, userId: string, topic: string): string {
  return `${userId}.${topic}.${vault.sign(purpose, `${userId} ${topic}`).toString('base64url')}`
}

/** Undefined if the token is not one of ours. */
export function readUnsubscribeToken(vault: Vault, token: string): Unsubscription | undefined {
  const [userId = '', name = '', signature = ''] = token.split('.')
  const topic = optionalTopics.find((each) => each === name)
  if (topic === undefined || !isId('usr', userId)) return undefined
  const valid = vault.tags(purpose, `${userId} ${topic}`).some((tag) => encodesTag(signature, tag))
  return valid ? { userId, topic } : undefined
}
