import { spawn } from 'node:child_process'
import { accessSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { endWithTests } from '../../server/test/fixtures/programs.ts'

/** Runs a program to its end and answers what it printed; a failure says what it said. */
export async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithTests(child)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${err.trim().slice(0, 2000)}`)
  return out + err
}

/** Where a program lies, by its name; a file is named by its path. */
export function whereIs(name: string): string | undefined {
  // Servers lie where the path of an ordinary user does not lead.
  const folders = ['', ...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isThere)
}

function isThere(path: string): boolean {
  if (!path.includes('/')) return false
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
