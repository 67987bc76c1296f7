import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { after, day } from '../lib/clock.ts'
import { diagnose, type Facts } from './doctor.ts'

const now = new Date('2026-11-15T12:00:00Z')
const database = {
  version: '18.4 (Debian)',
  now,
  migrations: ['0001-a.sql'],
  mailsFailed: 0,
  mailsLate: 0,
  eventsLate: 0,
  processorEventsLate: 0,
  hasRemoteFiles: false,
  scansFailing: 0,
  scanProblem: null,
  roundTripMs: 3,
}
const inUse = { current: 'new', next: null, since: now }
const secretKey = { own: 'new', hasOther: false, inUse }
const well: Facts = {
  config: readConfig({}),
  database,
  migrations: ['0001-a.sql'],
  now,
  keysProblem: null,
  secretKey,
  certificate: null,
}
const live = { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_WEBHOOK_SECRETS: 'whsec_a', NODE_ENV: 'production' }
const outside = { HOST: '0.0.0.0', BASE_URL: 'https://souk.example.com' }

const seen = (facts: Partial<Facts>) =>
  diagnose({ ...well, ...facts }).flatMap(({ name, state }) => (state === 'ok' ? [] : [`${name} ${state}`]))
const withDatabase = (changes: Partial<Facts['database']>) => seen({ database: { ...database, ...changes } })
const withSettings = (environment: Record<string, string>) => seen({ config: readConfig(environment) })

const withCertificate = (days: number) => seen({ certificate: after(now, days * day) })

describe('diagnose', () => {
  it('finds nothing wrong with a local server', () => {
    expect(seen({})).toEqual([])
  })

  it.each<[string, string[], string[]]>([
    ['a slow database', withDatabase({ roundTripMs: 200 }), ['database warning']],
    [
      'a migration of another version',
      withDatabase({ migrations: ['0001-a.sql', '0002-b.sql'] }),
      ['migrations error'],
    ],
    ['a migration that is missing', withDatabase({ migrations: [] }), ['migrations error']],
    ['a clock that is late', withDatabase({ now: new Date(now.getTime() - 5000) }), ['clock warning']],
    ['a clock that is far away', withDatabase({ now: new Date(now.getTime() + 60_000) }), ['clock error']],
    ['emails that failed', withDatabase({ mailsFailed: 1 }), ['mail error']],
    ['emails that wait', withDatabase({ mailsLate: 1 }), ['mail warning']],
    [
      'files in object storage that is not configured',
      withDatabase({ hasRemoteFiles: true }),
      ['files error'],
    ],
    ['a certificate that expires in two weeks', withCertificate(14), ['certificate warning']],
    ['a certificate with more time', withCertificate(15), []],
    ['a certificate that has expired', withCertificate(0), ['certificate error']],
    ['a certificate that cannot be read', seen({ certificate: 'ENOENT' }), ['certificate error']],
    ['events that wait', withDatabase({ eventsLate: 1 }), ['events error']],
    ['events of the processor that wait', withDatabase({ processorEventsLate: 1 }), ['processor error']],
    [
      'a secret key that is being changed',
      seen({ secretKey: { ...secretKey, hasOther: true, inUse: { ...inUse, current: 'old', next: 'new' } } }),
      ['secret key warning'],
    ],
    [
      'a node that is behind with it',
      seen({ secretKey: { ...secretKey, own: 'old', hasOther: true, inUse: { ...inUse, next: 'new' } } }),
      ['secret key warning'],
    ],
    [
      'a secret key that is no longer needed',
      seen({ secretKey: { ...secretKey, hasOther: true } }),
      ['secret key warning'],
    ],
    ['keys that cannot be opened', seen({ keysProblem: 'wrong key' }), ['signing keys error']],
    [
      'a server that strangers reach, without mail and money',
      withSettings(outside),
      ['mail warning', 'processor warning'],
    ],
    ['the same with both', withSettings({ ...outside, ...live, SMTP_URL: 'smtp://mail.example.com' }), []],
    ['Stripe without secrets', withSettings({ STRIPE_SECRET_KEY: 'rk_test_x' }), ['processor error']],
    [
      'links to the local machine',
      withSettings({ HOST: '0.0.0.0' }),
      ['mail warning', 'processor warning', 'base URL warning'],
    ],
    [
      'links in the clear',
      withSettings({ BASE_URL: 'http://souk.example.com' }),
      ['mail warning', 'processor warning', 'base URL warning'],
    ],
  ])('judges %s', (_name, found, expected) => {
    expect(found).toEqual(expected)
  })

  it('has a next step for every finding that is not ok', () => {
    const ill = diagnose({
      ...well,
      config: readConfig({ HOST: '0.0.0.0' }),
      database: {
        ...database,
        migrations: [],
        mailsFailed: 2,
        eventsLate: 2,
        processorEventsLate: 2,
        roundTripMs: 90,
      },
      keysProblem: 'wrong key',
    })
    for (const { state, nextStep } of ill) expect(nextStep === undefined).toBe(state === 'ok')
  })
})
