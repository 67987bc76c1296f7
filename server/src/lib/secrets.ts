import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { pooledRandomBytes } from './random.ts'

/**
 * Encryption and signatures with keys derived from the secret key, one per purpose. During a key rotation there is also
 * the other key, which decrypts older data.
 */
export interface Vault {
  /** HMAC of a text. */
  sign(purpose: string, text: string): Buffer
  /** HMACs with every key, the current one first, for comparisons during a key rotation. */
  tags(purpose: string, text: string): [Buffer, ...Buffer[]]
  seal(plain: string): Buffer
  open(sealed: Buffer): string
  /** Whether it was encrypted with the other key. */
  isStale(sealed: Buffer): boolean
  /** Identifies the secret key without revealing it. */
  readonly fingerprint: string
  /** Fingerprint of the other key, if there is one. */
  readonly otherFingerprint: string | undefined
}

export function createVault(secretKey: string, otherSecretKey?: string): Vault {
  const current = createKeyset(secretKey)
  const other = otherSecretKey === undefined ? undefined : createKeyset(otherSecretKey)
  return {
    sign: current.sign,
    tags: (purpose, text) => [current.sign(purpose, text), ...(other ? [other.sign(purpose, text)] : [])],
    seal: current.seal,
    open: (sealed) => (other?.canOpen(sealed) === true ? other.open(sealed) : current.open(sealed)),
    isStale: (sealed) => other?.canOpen(sealed) === true,
    fingerprint: current.fingerprint,
    otherFingerprint: other?.fingerprint,
  }
}

function createKeyset(secretKey: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `souk ${purpose}`, 32))
  const sealingKey = createSecretKey(derive('seal'))
  const signingKeys = new Map<string, Buffer>()
  const signingKey = (purpose: string) => {
    const known = signingKeys.get(purpose) ?? derive(`sign ${purpose}`)
    signingKeys.set(purpose, known)
    return known
  }
  const open = (sealed: Buffer) => {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    sign: (purpose: string, text: string) => createHmac('sha256', signingKey(purpose)).update(text).digest(),
    seal: (plain: string) => {
      const nonce = pooledRandomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const [body, rest] = [cipher.update(plain, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), body, rest])
    },
    open,
    /** Whether it was encrypted with this key. */
    canOpen: (sealed: Buffer) => {
      try {
        open(sealed)
        return true
      } catch {
        return false
      }
    },
    fingerprint: derive('fingerprint').toString('hex').slice(0, 32),
  }
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/**
 * Whether `text` is the base64url form of `tag`, in constant time. Compares the text because a decoder accepts several
 * forms of the same bytes.
 */
export function encodesTag(text: string, tag: Buffer): boolean {
  return sameBytes(Buffer.from(text), Buffer.from(tag.toString('base64url')))
}

/** Compares in constant time; lengths may differ. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
