import { spawn } from 'node:child_process'
import type { Environment } from '../engine/profiles.ts'

const openers: ReadonlyMap<string, string> = new Map([
  ['darwin', 'open'],
  ['win32', 'explorer'],
])

/** Returns whether a browser was started. A desktop without a display has none. */
export function openBrowser(environment: Environment, url: string): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = environment
  const onDisplay = (DISPLAY ?? WAYLAND_DISPLAY ?? '') === '' ? undefined : 'xdg-open'
  const program = BROWSER ?? openers.get(process.platform) ?? onDisplay
  if (program === undefined || program === '') return false
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
  return true
}
