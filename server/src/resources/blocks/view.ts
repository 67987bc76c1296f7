import type { BlockRow } from './queries.ts'

export function viewBlock({ agent, created_at: createdAt }: BlockRow) {
  return { agent, createdAt: createdAt.toISOString() }
}
