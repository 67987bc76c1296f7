import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { AgentCard, AgentCardSignature } from 'souk-contract'
import type { Context } from '../../context.ts'
import type { Store } from '../../db/transact.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { minute } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { UnsignedCard } from './card.ts'
import { getSigningKeys } from './signing-keys.ts'

interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly createdAt: Date
  /** URL of the public key set. */
  readonly jku: string
}

export interface SignedCard {
  readonly card: AgentCard
  readonly keyCreatedAt: Date
}

export type CardSigner = (card: UnsignedCard) => Promise<SignedCard>

const signaturesMax = 2000

/** Signs each card once per key. Unchanged cards reuse the cached signature (LRU). */
export function createCardSigner({ store, clock }: Pick<Context, 'store' | 'clock'>): CardSigner {
  const signatures = new Map<string, AgentCardSignature>()
  let cached: { readonly key: Promise<SigningKey>; readonly until: number } | undefined
  const loadedKey = () => {
    const now = clock.now().getTime()
    if (cached !== undefined && now < cached.until) return cached.key
    const key = loadKey(store).catch((error: unknown) => {
      cached = undefined
      throw error
    })
    cached = { key, until: now + minute }
    return key
  }
  return async (card) => {
    const key = await loadedKey()
    const payload = canonicalJson(card)
    const hash = `${key.kid} ${sha256(payload).toString('base64')}`
    const signature = signatures.get(hash) ?? signatureOf(payload, key)
    // Delete and insert again, so that the first entry of the map is the least recently used.
    signatures.delete(hash)
    signatures.set(hash, signature)
    if (signatures.size > signaturesMax) signatures.delete(signatures.keys().next().value ?? '')
    return { card: { ...card, signatures: [signature] }, keyCreatedAt: key.createdAt }
  }
}

/** Detached JWS: the verifier reconstructs the payload from the card (A2A 8.4). */
export function signatureOf(payload: string, { kid, privateKey, jku }: SigningKey): AgentCardSignature {
  const header = base64url(JSON.stringify({ alg: 'ES256', typ: 'JOSE', kid, jku }))
  const input = Buffer.from(`${header}.${base64url(payload)}`)
  const signature = sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { protected: header, signature: signature.toString('base64url') }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

async function loadKey(store: Store): Promise<SigningKey> {
  const [{ kid, private_key: sealed, created_at: createdAt }] = await getSigningKeys(store, 'ES256')
  return store.read(async ({ vault, settings }) => ({
    kid,
    createdAt,
    privateKey: createPrivateKey(vault.open(sealed)),
    jku: `${settings.origin}/.well-known/jwks.json`,
  }))
}
