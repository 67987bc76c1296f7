import { randomBytes } from 'node:crypto'

const pool = { bytes: Buffer.alloc(4096), used: 4096 }

/** Random bytes from a pool, because one system call per id costs more than the rest of its creation. No byte is reused. */
export function pooledRandomBytes(count: number): Buffer {
  if (pool.used + count > pool.bytes.length) {
    pool.bytes = randomBytes(pool.bytes.length)
    pool.used = 0
  }
  pool.used += count
  return pool.bytes.subarray(pool.used - count, pool.used)
}
