import { readFileSync } from 'node:fs'
import { packageFolder } from './package-folder.ts'

/** The version of this server, from its package file. */
export const version: string = readVersion()

function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  const found =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined
  return String(found)
}
