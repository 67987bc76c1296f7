/** What tests need that start programs of the machine. */
import type { ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where a program of the machine is; what is not there is not tested, and the log says so. */
export function installed(name: string): string | undefined {
  // Servers lie where the path of an ordinary user does not lead.
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, name)).find(isExecutable)
  if (found === undefined) process.stderr.write(`${name} is not installed: tests that need it are skipped.\n`)
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whatever becomes of a test, the processes that it started end with it. */
export function endWithTests(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
