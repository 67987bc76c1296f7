import { describe, expect, it } from 'vitest'
import { readStdin } from './read-stdin.ts'

/** Reads that return text or fail with a code, in order. */
function reads(...results: readonly { readonly text?: string; readonly code?: string }[]) {
  const remaining = [...results]
  return (_file: number, bytes: Buffer): number => {
    const { text = '', code } = remaining.shift() ?? {}
    if (code !== undefined) throw Object.assign(new Error(code), { code })
    return bytes.write(text)
  }
}

describe('readStdin', () => {
  it('waits for a pipe that is empty, and ends at the end of the input', () => {
    expect(readStdin(reads({ code: 'EAGAIN' }, { text: 'Guten ' }, { text: 'Tag' }))).toBe('Guten Tag')
  })

  it('ends at the error by which Windows reports the end of a pipe', () => {
    expect(readStdin(reads({ text: 'Guten Tag' }, { code: 'EOF' }))).toBe('Guten Tag')
  })

  it('passes on other errors', () => {
    expect(() => readStdin(reads({ code: 'EIO' }))).toThrow('EIO')
  })
})
