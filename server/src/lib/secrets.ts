import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { someRandom } from './random.ts'

/** Everything that is made from the server's one secret key, each purpose with a key of its own. */
export interface Vault {
  /** A tag only this server can make. */
  sign(purpose: string, text: string): Buffer
  seal(plain: string): Buffer
  open(sealed: Buffer): string
  /** Tells two secret keys apart without telling anything about them. */
  fingerprint(): string
}

export function createVault(secretKey: string): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `souk ${purpose}`, 32))
  const sealingKey = createSecretKey(derive('seal'))
  const signingKeys = new Map<string, Buffer>()
  const signingKey = (purpose: string) => {
    const known = signingKeys.get(purpose) ?? derive(`sign ${purpose}`)
    signingKeys.set(purpose, known)
    return known
  }
  return {
    sign: (purpose, text) => createHmac('sha256', signingKey(purpose)).update(text).digest(),
    seal: (plain) => {
      const nonce = someRandom(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const [body, rest] = [cipher.update(plain, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), body, rest])
    },
    open: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
    fingerprint: () => derive('fingerprint').toString('hex').slice(0, 32),
  }
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Compares in constant time; lengths may differ. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
