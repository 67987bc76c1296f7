import { describe, expect, it } from 'vitest'
import { catalogEntry, identifierOf } from './catalog-entry.ts'

const origin = 'https://souk.example.com'
const skill = { id: 'de-en', name: 'German', description: 'Letters.', tags: ['x'] }
const agent = {
  handle: 'ada-translates',
  display_name: 'Ada',
  description: ' Translates. ',
  tags: ['legal'],
  public_skills: [
    { ...skill, examples: ['Translate this.', ' Translate this. ', ''] },
    { ...skill, id: 'en-de', examples: ['One', 'Two', 'Three', 'Four', 'Five'] },
  ],
  version: '1.0.0',
  updated_at: new Date('2026-11-15T12:00:00Z'),
}

describe('catalogEntry', () => {
  it('contains the name, the card and at most five different examples', () => {
    expect(catalogEntry(agent, origin)).toEqual({
      identifier: 'urn:air:souk.example.com:agent:ada-translates',
      displayName: 'Ada',
      type: 'application/a2a-agent-card+json',
      url: 'https://souk.example.com/api/agents/ada-translates/.well-known/agent-card.json',
      description: 'Translates.',
      tags: ['legal'],
      capabilities: ['de-en', 'en-de'],
      representativeQueries: ['Translate this.', 'One', 'Two', 'Three', 'Four'],
      version: '1.0.0',
      updatedAt: '2026-11-15T12:00:00.000Z',
    })
  })

  it('omits empty fields and a single example', () => {
    const bare = { ...agent, description: ' ', tags: [], public_skills: [{ ...skill, examples: ['One'] }] }
    expect(Object.keys(catalogEntry(bare, origin))).toEqual(['identifier', 'displayName', 'type', 'url', 'capabilities', 'version', 'updatedAt']) // prettier-ignore
  })

  it('shortens a description without splitting a character', () => {
    const { description = '' } = catalogEntry({ ...agent, description: '🦉'.repeat(400) }, origin)
    expect([[...description].length, description.isWellFormed()]).toEqual([300, true])
  })
})

describe('identifierOf', () => {
  it.each([
    ['http://localhost:4000', 'urn:air:localhost:agent:ada'],
    ['http://[::1]:4000', 'urn:air:---1-:agent:ada'],
  ])('names %s by its host', (address, identifier) => {
    expect(identifierOf(address, 'agent', 'ada')).toBe(identifier)
  })
})
