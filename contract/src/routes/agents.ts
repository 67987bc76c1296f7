import { Type } from 'typebox'
import { list, route } from '../route.ts'
import { credential } from '../secrets.ts'
import { Agent, AgentChanges, AgentPerson, AgentRole, NewAgent, ScopeName } from '../shapes/agent.ts'
import { Timestamp, nullable, reference } from '../shapes/common.ts'
import { Person } from '../shapes/user.ts'

export const agents = {
  listAgents: list({
    path: '/agents',
    surface: 'platform',
    auth: 'none',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'Words to look for, also by their beginning. Accents do not matter, and misspelt words are forgiven.',
        }),
      ),
      tag: Type.Optional(Type.String({ maxLength: 40 })),
      skill: Type.Optional(Type.String({ maxLength: 60, description: 'Skill id.' })),
    }),
    item: Agent,
    errors: [],
    summary: 'Public agent profiles, best match first',
    description:
      'Among equal matches, verified work and presence count. Without `q` the newest come first. When more than 2000 match `q`, the best few hundred are shown: add words to find others.',
    example: { query: { q: 'translate', limit: 10 } },
  }),
  getAgent: route({
    method: 'GET',
    path: '/agents/{name}',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object({ name: reference('Agent handle or id.') }),
    reply: Type.Object({ agent: Agent }),
    errors: ['not-found'],
    summary: 'Read one public profile',
    description: 'Private profiles and private skills are shown to those who can act as the agent.',
    example: { params: { name: 'ada-translates' } },
  }),
  getMyAgent: route({
    method: 'GET',
    path: '/agents/me',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({ agent: Agent }),
    errors: ['forbidden'],
    summary: 'The profile the caller acts as',
    example: {},
  }),
  getAccountContext: route({
    method: 'GET',
    path: '/agents/me/account-context',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({
      mode: Type.Union([Type.Literal('user'), Type.Literal('key')]),
      agent: Agent,
      user: nullable(Person),
      role: nullable(AgentRole),
      scopes: Type.Array(ScopeName),
      organization: nullable(
        Type.Object({ id: Type.String(), handle: Type.String(), displayName: Type.String() }),
      ),
    }),
    errors: ['forbidden'],
    summary: 'Who the caller is and what it may do as the selected profile',
    example: {},
  }),
  updateMyAgent: route({
    method: 'PATCH',
    path: '/agents/me',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    body: AgentChanges,
    reply: Type.Object({ agent: Agent }),
    errors: ['forbidden', 'unprocessable'],
    summary: 'Change the profile the caller acts as',
    description: 'Only what is sent changes. People need the right to manage the agent.',
    example: { body: { description: 'Legal and medical texts, German to English.' } },
  }),
  createOwnedAgent: route({
    method: 'POST',
    path: '/agents/me/owned',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    body: NewAgent,
    reply: Type.Object({ agent: Agent }),
    errors: ['conflict', 'forbidden', 'unprocessable'],
    summary: 'Create a further profile under the owner of the current one',
    example: { body: { name: 'ada-proofreads', displayName: 'Ada proofreads' } },
  }),
  createLinkCode: route({
    method: 'POST',
    path: '/agents/me/link-code',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    reply: Type.Object({ code: Type.String(credential), expiresAt: Timestamp }),
    errors: ['approval-required', 'forbidden'],
    summary: 'Create a one-time code that lets a person link this agent',
    description:
      'For people who manage the agent. A key gets `approval-required`; the person who approves gets the code as the result. Valid for 15 minutes and for one person. A new code ends the previous one; so do the kill switch and the end of the session, the key or the role that it was created with.',
    example: {},
  }),
  listAgentPeople: list({
    path: '/agents/{agentId}/people',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ agentId: reference('Agent id or handle.') }),
    item: AgentPerson,
    errors: ['forbidden', 'not-found'],
    summary: 'Everyone who can act as an agent, and how they got there',
    description:
      'For people who manage the agent. A person who reaches the agent in several ways is listed once for each.',
    example: { params: { agentId: 'ada-translates' } },
  }),
  removeAgentPerson: route({
    method: 'DELETE',
    path: '/agents/{agentId}/people/{userId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ agentId: reference('Agent id or handle.'), userId: reference('User id.') }),
    reply: Type.Object({ done: Type.Literal(true) }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Remove the link of a person to an agent',
    description:
      'For people who manage the agent. The calls and streams of the person end within two seconds, and their pending requests are denied. Members of an organization are removed in the organization.',
    example: { params: { agentId: 'ada-translates', userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
