import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAgentPoll } from './agent-poll.ts'

describe('createAgentPoll', () => {
  it('announces each change once, even after a failed read, and nothing about agents that are gone', async () => {
    const times: Record<string, string | undefined> = { one: 'monday', two: 'monday', three: 'monday' }
    let fails = true
    const announced: string[] = []
    const watched = Object.keys(times).map((agentId) => ({
      agentId,
      changedAt: 'monday',
      readChangedAt: async () => {
        if (agentId === 'two' && fails) throw new Error('no connection')
        return times[agentId]
      },
    }))
    const poll = createAgentPoll(watched, ({ agentId }) => announced.push(agentId))
    const polled = async () => {
      poll()
      await nextTurn()
      return announced.splice(0)
    }
    expect(await polled()).toEqual([])
    times['one'] = 'tuesday'
    times['two'] = 'tuesday'
    times['three'] = undefined
    expect(await polled()).toEqual(['one'])
    fails = false
    expect(await polled()).toEqual(['two'])
    expect(await polled()).toEqual([])
  })
})
