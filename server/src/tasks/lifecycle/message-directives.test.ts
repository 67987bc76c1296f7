import type { Words } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../failure.ts'
import type { Action } from './lifecycle.ts'
import { actionOf } from './message-directives.ts'

describe('actionOf', () => {
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
  ])('maps %j of a provider to %s', (directives, action) => {
    expect(actionOf(directives, 'provider')).toBe(action)
  })

  it.each<[Words, Action]>([
    [{}, 'message'],
    [{ intent: 'question' }, 'question'],
    [{ intent: 'changes' }, 'changes'],
  ])('maps %j of a client to %s', (directives, action) => {
    expect(actionOf(directives, 'client')).toBe(action)
  })

  it.each<[string, Words, 'client' | 'provider', Failure['kind']]>([
    ['a state of a client', { state: 'completed' }, 'client', 'forbidden'],
    ['a reply of a client', { reply: 'message' }, 'client', 'forbidden'],
    ['an intent of a provider', { intent: 'question' }, 'provider', 'forbidden'],
    ['a new title', { title: 'Another' }, 'client', 'unprocessable'],
    ['new terms of a client', { terms: {} }, 'client', 'unprocessable'],
    ['new terms of a provider', { terms: { maxRevisions: 1 } }, 'provider', 'unprocessable'],
    ['terms together with an invalid state', { terms: {}, state: 'nonsense' }, 'client', 'unprocessable'],
    ['the initial state', { state: 'submitted' }, 'provider', 'bad-request'],
    ['a state that only clients can set', { state: 'TASK_STATE_CANCELED' }, 'provider', 'bad-request'],
    ['an unknown state', { state: 'nonsense' }, 'provider', 'bad-request'],
    ['the name of an Object property', { state: 'constructor' }, 'provider', 'bad-request'],
    ['an empty state', { state: '' }, 'provider', 'bad-request'],
  ])('refuses %s', (_name, directives, side, kind) => {
    expect(() => actionOf(directives, side)).toThrow(expect.objectContaining({ kind }))
  })
})
