import { fail } from '../failure.ts'
import type { Position } from '../operation.ts'
import { sameBytes, type Vault } from '../lib/secrets.ts'

/** Cursors are opaque and signed: they cannot be made up, nor carried to another list, filter or caller. */
export function encodeCursor(vault: Vault, list: string, position: Position): string {
  const text = JSON.stringify(position)
  return `${Buffer.from(text).toString('base64url')}.${tag(vault, list, text).toString('base64url')}`
}

export function decodeCursor(vault: Vault, list: string, cursor: string): Position {
  const [body = '', signature = ''] = cursor.split('.')
  const text = Buffer.from(body, 'base64url').toString('utf8')
  if (!sameBytes(tag(vault, list, text), Buffer.from(signature, 'base64url'))) refuse()
  const position: unknown = JSON.parse(text)
  return isPosition(position) ? position : refuse()
}

function tag(vault: Vault, list: string, text: string): Buffer {
  return vault.sign('cursor', `${list}\n${text}`).subarray(0, 16)
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}

function refuse(): never {
  return fail('bad-request', 'This cursor does not belong to this list.', 'Start again without "cursor".')
}
