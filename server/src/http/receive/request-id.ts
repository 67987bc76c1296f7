import { pooledRandomBytes } from '../../lib/random.ts'

export function newRequestId(): string {
  return `req_${pooledRandomBytes(12).toString('base64url')}`
}
