import { randomBytes } from 'node:crypto'

const pool = { bytes: Buffer.alloc(4096), used: 4096 }

/** Asking the system for a few bytes at a time takes longer than all the rest. No byte is given out twice. */
export function pooledRandomBytes(count: number): Buffer {
  if (pool.used + count > pool.bytes.length) {
    pool.bytes = randomBytes(pool.bytes.length)
    pool.used = 0
  }
  pool.used += count
  return pool.bytes.subarray(pool.used - count, pool.used)
}
