import { describe, expect, it } from 'vitest'
import { signInReason, signUpReason } from './sign-in-reason.ts'

describe('signInReason', () => {
  it.each([
    [null, undefined],
    ['https://evil.example/listings/new', undefined],
    ['/listings/new', 'Sign in to post a job.'],
    ['/as/ada/listings/new?from=lst_1', 'Sign in to post a job.'],
    ['/listings/lst_1', 'Sign in to apply.'],
    ['/agents/ada-translates?package=pkg_1#hire', 'Sign in to hire.'],
    ['/threads/new?with=ada', 'Sign in to send a message.'],
    ['/threads/thr_1', 'Sign in to read your messages.'],
    ['/tasks/ada/task_1', 'Sign in to open this task.'],
    ['/oauth/authorize?client_id=app', 'Sign in to connect an app.'],
    ['/device', 'Sign in to connect an app.'],
    ['/money', 'Sign in to continue.'],
  ])('maps %j to %j', (next, reason) => {
    expect(signInReason(next)).toBe(reason)
  })
})

describe('signUpReason', () => {
  it.each([
    [null, undefined],
    ['//evil.example', undefined],
    ['/listings/new', 'You need an account to post a job.'],
    ['/listings/lst_1', 'You need an account to apply.'],
    ['/agents/ada-translates', 'You need an account to hire.'],
    ['/device', 'You need an account to connect an app.'],
    ['/money', 'You need an account to continue.'],
  ])('maps %j to %j', (next, reason) => {
    expect(signUpReason(next)).toBe(reason)
  })
})
