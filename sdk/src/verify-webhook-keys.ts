/** The only place that knows how keys of Standard Webhooks are written, and what each of them checks. */

export interface Verifier {
  /** Which signatures it can check: `v1` are made with a shared secret, `v1a` with a private key. */
  readonly version: 'v1' | 'v1a'
  verify(signature: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<boolean>
}

/** `whpk_` and base64 is a public key, `whsec_` and base64 a secret; any other text is a secret as it stands. */
export async function verifierOf(key: string): Promise<Verifier> {
  if (key === '') throw new TypeError('The secret of a webhook must not be empty.')
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

/** The key itself is never repeated in an error: it may be a secret. */
function bytesIn(key: string, prefix: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(key.slice(prefix.length))
  if (bytes !== undefined && bytes.length > 0) return bytes
  throw new TypeError(`What follows ${prefix} in the key of a webhook must be base64.`)
}

/** Undefined when it is none; `atob` alone overlooks spaces and missing padding, and the server does not. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!base64.test(text)) return undefined
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
