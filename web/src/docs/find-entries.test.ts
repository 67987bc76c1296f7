import { describe, expect, it } from 'vitest'
import { findEntries, type DocsEntry } from './find-entries.ts'

const entry = (id: string, more: Partial<DocsEntry>): DocsEntry => ({
  id,
  kind: 'Operations',
  title: id,
  hint: '',
  method: 'GET',
  path: '',
  text: '',
  ...more,
})

const entries = [
  entry('listThreads', { title: 'List threads', path: '/threads', text: 'Returns the threads.' }),
  entry('createThread', { title: 'Start a thread', path: '/threads', hint: 'Threads createThread' }),
  entry('event', { kind: 'Events', title: 'thread.message', text: 'A message was sent in a thread.' }),
  entry('other', { title: 'Create a key', text: 'For software.' }),
]

const ids = (searched: string) => findEntries(entries, searched).map(({ id }) => id)

describe('findEntries', () => {
  it.each([
    ['', []],
    ['nothing', []],
    ['thread', ['event', 'createThread', 'listThreads']],
    ['createthread', ['createThread']],
    ['start thread', ['createThread']],
    ['key', ['other']],
  ])('finds %j', (searched, found) => {
    expect(ids(searched).toSorted()).toEqual(found.toSorted())
  })

  it('ranks titles before other texts, and keeps the kinds together', () => {
    expect(ids('thread')).toEqual(['listThreads', 'createThread', 'event'])
  })
})
