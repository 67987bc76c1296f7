/** Key formats of Standard Webhooks and their verification. */

export interface Verifier {
  /** Version of the signatures that it verifies: `v1` for a shared secret (HMAC), `v1a` for a public key (Ed25519). */
  readonly version: 'v1' | 'v1a'
  verify(signature: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<boolean>
}

/** `whpk_` and base64 is a public key, `whsec_` and base64 a secret; any other text is used as a secret literally. */
export async function verifierOf(key: string): Promise<Verifier> {
  if (key === '') throw new TypeError('The webhook secret must not be empty.')
  if (key.startsWith('whpk_')) return ed25519(bytesIn(key, 'whpk_'))
  return hmac(key.startsWith('whsec_') ? bytesIn(key, 'whsec_') : new TextEncoder().encode(key))
}

async function hmac(bytes: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  return {
    version: 'v1',
    verify: (signature, content) => crypto.subtle.verify('HMAC', key, signature, content),
  }
}

async function ed25519(bytes: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify'])
  return {
    version: 'v1a',
    verify: (signature, content) => crypto.subtle.verify('Ed25519', key, signature, content),
  }
}

/** Errors never include the key, because it can be a secret. */
function bytesIn(key: string, prefix: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(key.slice(prefix.length))
  if (bytes !== undefined && bytes.length > 0) return bytes
  throw new TypeError(`The webhook key must have base64 after ${prefix}.`)
}

/** Undefined if the text is not base64. `atob` alone tolerates spaces and missing padding, unlike the server. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!base64.test(text)) return undefined
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
