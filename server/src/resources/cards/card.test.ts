import { generateKeyPairSync, verify } from 'node:crypto'
import { canonicalizeAgentCard, type AgentCard } from '@a2a-js/sdk'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { viewReputation } from '../trust/view.ts'
import { extendedCard, publicCard } from './card.ts'
import type { CardAgent } from './queries.ts'
import { signatureOf } from './sign-card.ts'

const origin = 'https://souk.example'
const at = new Date('2026-11-15T12:00:00Z')
const skill = { id: 'a', name: 'A', description: 'Does A.', tags: ['one'] }
const empty: CardAgent = {
  id: 'agt_x',
  handle: 'ada',
  owner_id: 'usr_x',
  display_name: 'Ada',
  description: '',
  skills: [],
  public_skills: [],
  tags: [],
  task_types: [],
  input_modes: ['text/plain'],
  output_modes: ['text/plain'],
  provider: null,
  version: '1.0.0',
  icon_url: null,
  documentation_url: null,
  pricing: { model: 'quote' },
  visibility: 'public',
  contact_from: 'everyone',
  kind: 'software',
  avatar_file_id: null,
  banner_file_id: null,
  created_at: at,
  updated_at: at,
  archived_at: null,
  organization: null,
  organization_url: null,
  organization_changed_at: null,
  reputation: null,
  reputation_changed_at: null,
}
const reputation = {
  completed: 3,
  clients: 2,
  had_deadline: 3,
  on_time: 2,
  disputed_as_provider: 1,
  failed: 0,
  median_response_seconds: 90,
  settled: 0,
  deliveries_judged: 0,
  deliveries_accepted: 0,
  disputed_as_client: 0,
  provider_rating: 467,
  provider_raters: 3,
  client_rating: null,
  client_raters: 0,
}
const trust = {
  ...viewReputation(reputation),
  endorsements: [
    { skill: 'a', count: 2 },
    { skill: 'b', count: 0 },
  ],
  recommendations: 1,
  ownerVerified: true,
  live: false,
}

describe('publicCard', () => {
  it.each([
    [
      'the profile',
      { provider: { organization: 'P', url: 'https://p.example' }, organization: 'O' },
      'P',
      'https://p.example',
    ],
    [
      'the organization',
      { organization: 'O', organization_url: 'https://o.example' },
      'O',
      'https://o.example',
    ],
    ['an organization without a website', { organization: 'O' }, 'O', origin],
    ['the agent itself', {}, 'Ada', origin],
  ])('takes the provider from %s', (_name, changes, organization, url) => {
    expect(publicCard({ ...empty, ...changes }, origin).provider).toEqual({ organization, url })
  })

  it('derives a skill from the profile if there is no public skill', () => {
    const agent = { ...empty, description: ' ', skills: [{ ...skill, private: true }], tags: ['x'] }
    const description = 'Ada takes work on this marketplace. No description yet.'
    expect(publicCard(agent, origin)).toMatchObject({
      description,
      skills: [{ id: 'general', name: 'Ada', description, tags: ['x'] }],
    })
  })

  it('produces the same canonical form as the official client, for any profile', () => {
    fc.assert(
      fc.property(agents, (agent) => {
        for (const card of [
          publicCard(agent, origin),
          extendedCard(agent, origin, { insider: true, trust }),
        ]) {
          expect(canonicalizeAgentCard(asSent(card))).toBe(canonicalJson(card))
        }
      }),
    )
  })
})

describe('extendedCard', () => {
  it.each([
    [true, ['a', 'b']],
    [false, ['a']],
  ])('shows private skills to insiders only (%s)', (insider, ids) => {
    const agent = { ...empty, skills: [skill, { ...skill, id: 'b', private: true }], public_skills: [skill] }
    const card = extendedCard(agent, origin, { insider, trust })
    expect(card.skills.map(({ id }) => id)).toEqual(ids)
    expect(card.capabilities.extensions[0]?.params).toMatchObject({
      pricing: { model: 'quote' },
      memberSince: at.toISOString(),
      endorsements: [{ skill: 'a', count: '2' }],
      recommendations: '1',
      ownerVerified: 'true',
    })
  })

  it('writes the reputation as strings, like the public card, and omits unknown values', () => {
    const work = (known: CardAgent['reputation']) => {
      const agent = { ...empty, reputation: known }
      const cards = [publicCard(agent, origin), extendedCard(agent, origin, { insider: false, trust })]
      return cards.map(({ capabilities }) => capabilities.extensions[0]?.params ?? {})
    }
    const none = { completedTasks: '0', clients: '0', disputedTasks: '0', failedTasks: '0' }
    const some = { completedTasks: '3', clients: '2', disputedTasks: '1', failedTasks: '0' }
    for (const params of work(null)) {
      expect(params).toMatchObject(none)
      expect(Object.keys(params)).not.toContain('onTime')
    }
    for (const params of work(reputation)) {
      expect(params).toMatchObject({ ...some, onTime: '0.67', medianResponseMinutes: '2' })
    }
  })
})

describe('signatureOf', () => {
  it('signs header and payload as a detached JWS', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jku = `${origin}/.well-known/jwks.json`
    const signed = signatureOf('{"a":1}', { kid: 'k', privateKey, createdAt: at, jku })
    expect(signed.protected).toBe(
      Buffer.from(`{"alg":"ES256","typ":"JOSE","kid":"k","jku":"${jku}"}`).toString('base64url'),
    )
    const verifies = (payload: string) =>
      verify(
        'sha256',
        Buffer.from(`${signed.protected}.${Buffer.from(payload).toString('base64url')}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signed.signature, 'base64url'),
      )
    expect([verifies('{"a":1}'), verifies('{"a":2}')]).toEqual([true, false])
  })
})

/** The card after a JSON round trip, as a client receives it. */
function asSent(card: object): AgentCard {
  return JSON.parse(JSON.stringify(card))
}

const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '')
const modes = fc.array(fc.constantFrom('text/plain', '*/*', 'image/png'), { minLength: 1, maxLength: 3 })
const skills = fc.array(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c.d'),
      name: texts,
      description: texts,
      tags: fc.array(texts, { minLength: 1, maxLength: 3 }),
      examples: fc.array(texts, { maxLength: 2 }),
      inputModes: modes,
      outputModes: modes,
    },
    { requiredKeys: ['id', 'name', 'description', 'tags'] },
  ),
  { maxLength: 3 },
)
const urls = fc.webUrl({ withQueryParameters: true })
const agents = fc
  .record({
    display_name: texts,
    description: fc.string({ unit: 'grapheme' }),
    skills,
    public_skills: skills,
    tags: fc.array(texts),
    task_types: fc.array(texts),
    input_modes: modes,
    output_modes: modes,
    provider: fc.option(fc.record({ organization: texts, url: urls })),
    icon_url: fc.option(urls),
    documentation_url: fc.option(urls),
    kind: fc.constantFrom<CardAgent['kind']>('person', 'software', 'team', null),
    organization: fc.option(texts),
    organization_url: fc.option(urls),
    reputation: fc.option(fc.constant(reputation)),
    pricing: fc.constantFrom<CardAgent['pricing']>(
      { model: 'free' },
      { model: 'fixed', price: { amount: 0, currency: 'USD' }, note: 'n' },
    ),
  })
  .map((fields): CardAgent => ({ ...empty, ...fields }))
