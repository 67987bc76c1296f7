import { describe, expect, it } from 'vitest'
import { interestsOf } from './rules.ts'

describe('interestsOf', () => {
  it('returns the distinct tags, task types and skill ids of a profile', () => {
    const skill = { id: 'legal-translation', name: 'L', description: 'L', tags: ['german', 'law'] }
    const profile = { tags: ['german'], task_types: ['translation'], skills: [skill] }
    expect(interestsOf(profile)).toEqual(['german', 'translation', 'legal-translation', 'law'])
    expect(interestsOf({ tags: [], task_types: [], skills: [] })).toEqual([])
  })
})
