/** The only place for running a short command, as ourselves or as the account PostgreSQL is given. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A user and group to run as; undefined wherever we run things as ourselves. */
export interface Account {
  uid: number
  gid: number
}

// Children get none of our own environment: it holds secrets, and PG* or LC_* variables would steer them.
export const plainEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** What the command prints; rejects when it fails or takes longer than ten seconds. */
export async function run(command: string, args: string[], account?: Account): Promise<string> {
  const { stdout } = await execute(command, args, { ...account, env: plainEnvironment, timeout: 10_000 })
  return stdout.trim()
}

/** The system's or PostgreSQL's own name for a failure, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What a failure says of itself. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error)
}

/** Turns the failures with these codes, such as a file that is not there, into undefined. */
export async function unless<Value>(codes: string[], work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}

const execute = promisify(execFile)
