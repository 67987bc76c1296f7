import { describe, expect, it } from 'vitest'
import { isDecision, storedBytes, taskBudget, usageAfter } from './budgets.ts'
import { isTerminal, transitions } from './lifecycle.ts'

const unused = { client_messages: 0, client_bytes: 0, provider_messages: 0, provider_bytes: 0 }
const messageEvent = (text: string) => ({ message: JSON.stringify({ text }) })

describe('usageAfter', () => {
  it('counts messages and artifact chunks of the side that sends them', () => {
    const events = [messageEvent('a'), { artifact: '{"b":1}' }, {}]
    expect(usageAfter(unused, { action: 'artifact', by: 'provider' }, events)).toEqual({
      provider_messages: 2,
      provider_bytes: 19,
    })
  })

  it.each([
    ['messages', { ...unused, client_messages: taskBudget.messages }],
    ['bytes', { ...unused, client_bytes: taskBudget.bytes }],
  ])('refuses a message beyond the budget of %s, but no decision', (_name, used) => {
    const send = (action: 'message' | 'accept') =>
      usageAfter(used, { action, by: 'client' }, [messageEvent('a')])
    expect(() => send('message')).toThrow('at most 2000 messages')
    expect(send('accept')).toEqual({})
  })

  it('counts each side separately', () => {
    const used = { ...unused, provider_messages: taskBudget.messages, provider_bytes: taskBudget.bytes }
    expect(usageAfter(used, { action: 'message', by: 'client' }, [messageEvent('a')])).toMatchObject({
      client_messages: 1,
    })
  })

  it('refuses a message that is too large, even with a decision', () => {
    const large = [messageEvent('x'.repeat(4 * 1024 * 1024))]
    expect(() => usageAfter(unused, { action: 'dispute', by: 'client' }, large)).toThrow('at most 4 MiB')
  })
})

describe('decisions', () => {
  it('are bounded: each ends the task, happens once, or is a delivery', () => {
    const parties = transitions.filter(
      ({ by, action }) => isDecision(action) && ['client', 'provider'].includes(by),
    )
    const repeated = parties.filter(({ to }) => to === undefined || !isTerminal(to))
    expect(new Set(repeated.map(({ action, to }) => `${action} ${to}`))).toEqual(
      new Set(['award working', 'dispute disputed', 'deliver delivered']),
    )
    // No transition leads back to an application, each side withdraws one dispute, and changes are counted.
    expect(transitions.filter(({ to }) => to === 'applied')).toEqual([])
    const after = (phase: 'disputed' | 'delivered') =>
      transitions.filter(({ from, to }) => from.includes(phase) && to !== undefined && !isTerminal(to))
    expect(
      new Set(after('disputed').map(({ action, when }) => `${action} ${Object.keys(when ?? {}).join(' ')}`)),
    ).toEqual(
      new Set([
        'withdrawDispute openedBy clientWithdrew resumes',
        'withdrawDispute openedBy providerWithdrew resumes',
      ]),
    )
    expect(after('delivered').filter(({ to }) => to === 'working')).toMatchObject([
      { when: { revisionsLeft: true } },
      { when: { revisionsLeft: true } },
    ])
  })
})

describe('storedBytes', () => {
  it.each([
    ['{"text":"ü"}', 13],
    ['{"data":[1e+300,2]}', 19 + 300],
    ['{"data":-1.5e-7}', 16 + 7],
    ['{"text":"1e+300"}', 17],
  ])('of %s is %i', (json, bytes) => expect(storedBytes(json)).toBe(bytes))
})
