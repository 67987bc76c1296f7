/** The only place that runs short commands, as the current user or as the user of PostgreSQL. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** User and group of a child process; undefined for the current user. */
export interface Account {
  uid: number
  gid: number
}

// Children do not inherit the environment: it contains secrets, and PG* or LC_* variables would configure them.
export const childEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Returns standard output. Rejects if the command fails or takes longer than ten seconds. */
export async function run(command: string, args: string[], account?: Account): Promise<string> {
  const { stdout } = await execute(command, args, { ...account, env: childEnvironment, timeout: 10_000 })
  return stdout.trim()
}

/** Error code of the system or of PostgreSQL, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error)
}

/** Returns undefined if the work fails with one of these codes. */
export async function ignoringErrors<Value>(
  codes: string[],
  work: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}

const execute = promisify(execFile)
