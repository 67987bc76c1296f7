import { spawn } from 'node:child_process'
import { accessSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { endWithTests } from '../../server/test/fixtures/processes/programs.ts'

/** Runs a program and returns its output; throws with the error output when it fails. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithTests(child)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`${program} exited with ${code}: ${err.trim().slice(0, 2000)}`)
  return out + err
}

/** Path of a program on PATH, or of a file given by its path; undefined when it does not exist. */
export function findProgram(name: string): string | undefined {
  // Daemons such as nginx are not on the PATH of ordinary users.
  const folders = ['', ...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(exists)
}

function exists(path: string): boolean {
  if (!path.includes('/')) return false
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
