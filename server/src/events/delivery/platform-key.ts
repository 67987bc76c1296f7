/** The key with which receivers verify that a message comes from this marketplace. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Store } from '../../db/transact.ts'
import { getSigningKeys } from '../../resources/cards/signing-keys.ts'

export async function getPlatformKey(store: Store): Promise<KeyObject> {
  const [{ private_key: sealed }] = await getSigningKeys(store, 'EdDSA')
  return store.read(async ({ vault }) => createPrivateKey(vault.open(sealed)))
}

/** Public keys in use in Standard Webhooks format, the signing key first. */
export async function webhookKeySet(store: Store): Promise<object> {
  const keys = await getSigningKeys(store, 'EdDSA')
  return {
    keys: keys.map(({ kid, public_key: { x }, created_at }) => ({
      kid,
      key: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
      createdAt: created_at.toISOString(),
    })),
  }
}
