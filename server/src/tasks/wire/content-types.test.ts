import { describe, expect, it } from 'vitest'
import { requireAcceptedTypes } from './content-types.ts'

const part = (mediaType?: string) => ({ text: 'x', ...(mediaType === undefined ? {} : { mediaType }) })
const agent = (modes: readonly string[]) => ({ kind: null, input_modes: modes })

describe('requireAcceptedTypes', () => {
  it.each<[string[], (string | undefined)[]]>([
    [['text/plain'], ['text/plain']],
    [['text/plain'], [undefined]],
    [[], [undefined]],
    [['text/plain'], ['Text/PLAIN; charset=utf-8']],
    [['TEXT/plain;charset=utf-8'], ['text/plain']],
    [
      ['text/plain', 'image/png'],
      ['image/png', undefined, 'text/plain'],
    ],
    [['image/*'], ['image/png', 'image/svg+xml']],
    [['*/*'], ['application/x-anything', 'text/plain']],
  ])('an agent that takes %j takes %j', (modes, types) => {
    expect(() => requireAcceptedTypes(agent(modes), types.map(part))).not.toThrow()
  })

  it.each<[string[], (string | undefined)[]]>([
    [['text/plain'], ['text/html']],
    [['text/plain'], ['text/plain', 'image/png']],
    [['image/*'], ['imagery/png']],
    [['image/*'], ['text/plain']],
    [['text'], ['text/plain']],
    [[], ['text/plain']],
    [['text/plain'], ['']],
    [['text/plain'], ['*/*']],
  ])('an agent that takes %j does not take %j', (modes, types) => {
    const refused = { kind: 'content-type-not-supported', hint: `Send one of: ${modes.join(', ')}.` }
    expect(() => requireAcceptedTypes(agent(modes), types.map(part))).toThrow(
      expect.objectContaining(refused),
    )
  })

  it.each(['person', 'team'] as const)('a %s takes every type', (kind) => {
    expect(() =>
      requireAcceptedTypes({ kind, input_modes: ['text/plain'] }, [part('image/png')]),
    ).not.toThrow()
  })

  it('quotes no more of a strange type than a line', () => {
    const strange = 'x/'.repeat(120)
    expect(() => requireAcceptedTypes(agent(['text/plain']), [part(strange)])).toThrow(
      `The agent does not accept the media type "${strange.slice(0, 100)}".`,
    )
  })
})
