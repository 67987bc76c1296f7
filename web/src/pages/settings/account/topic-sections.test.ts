import { topicNames } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { topicSections } from './topic-sections.ts'

describe('topicSections', () => {
  it('contain every topic once, so that each can be switched', () => {
    const listed = topicSections.flatMap(([, topics]) => topics)
    expect(listed.toSorted()).toEqual([...topicNames].toSorted())
  })
})
