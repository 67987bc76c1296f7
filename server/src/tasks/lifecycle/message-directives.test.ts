import type { Words } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../failure.ts'
import type { Action } from './lifecycle.ts'
import { actionOf } from './message-directives.ts'

describe('moveOf', () => {
  it.each<[Words, Action]>([
    [{}, 'message'],
    [{ state: 'working' }, 'start'],
    [{ state: 'input-required' }, 'ask'],
    [{ state: 'auth-required' }, 'askAuthorization'],
    [{ state: 'completed' }, 'complete'],
    [{ state: 'rejected' }, 'decline'],
    [{ state: 'failed' }, 'fail'],
    [{ state: 'TASK_STATE_WORKING' }, 'start'],
    [{ state: 'TASK_STATE_INPUT_REQUIRED' }, 'ask'],
    [{ state: 'Input_Required' }, 'ask'],
    [{ state: 'task_state_auth-required' }, 'askAuthorization'],
    [{ reply: 'message' }, 'reply'],
    [{ reply: 'message', state: 'completed' }, 'reply'],
  ])('reads %j of a provider as %s', (words, action) => {
    expect(actionOf(words, 'provider')).toBe(action)
  })

  it('takes what a client says for a message', () => {
    expect(actionOf({}, 'client')).toBe('message')
  })

  it.each<[string, Words, 'client' | 'provider', Failure['kind']]>([
    ['a client who sets the state', { state: 'completed' }, 'client', 'forbidden'],
    ['a client who replies', { reply: 'message' }, 'client', 'forbidden'],
    ['new terms of a client', { terms: {} }, 'client', 'unprocessable'],
    ['new terms of a provider', { terms: { maxRevisions: 1 } }, 'provider', 'unprocessable'],
    ['terms before anything else', { terms: {}, state: 'nonsense' }, 'client', 'unprocessable'],
    ['a state that is not set but reached', { state: 'submitted' }, 'provider', 'bad-request'],
    ['a state only clients bring about', { state: 'TASK_STATE_CANCELED' }, 'provider', 'bad-request'],
    ['a state of no protocol', { state: 'nonsense' }, 'provider', 'bad-request'],
    ['a name every object has', { state: 'constructor' }, 'provider', 'bad-request'],
    ['an empty state', { state: '' }, 'provider', 'bad-request'],
  ])('refuses %s', (_name, words, side, kind) => {
    expect(() => actionOf(words, side)).toThrow(expect.objectContaining({ kind }))
  })
})
