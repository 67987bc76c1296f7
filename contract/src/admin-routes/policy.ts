import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { field, optional, text } from '../shapes/common.ts'
import { LogoUpdate } from '../shapes/operators/branding.ts'
import { NewTerms, MarketTerms } from '../shapes/operators/market-terms.ts'
import { CurrentPolicy, PolicyChange, PolicyUpdate } from '../shapes/operators/policy.ts'

export const policy = {
  getPolicy: route({
    method: 'GET',
    path: '/admin/policy',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    reply: CurrentPolicy,
    errors: [],
    summary: 'Retrieve the policy',
    description:
      'Returns the policy in effect, and the policy of the environment, which applies to fields never set.',
    example: {},
  }),
  updatePolicy: route({
    method: 'PATCH',
    path: '/admin/policy',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changePolicy,
    body: Type.Object(
      {
        ...PolicyUpdate.properties,
        expectedVersion: optional(
          Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
          'Version that the changes were made from. Fails with `conflict` if it is not the latest.',
        ),
        reason: text(1000, 'Why the policy changes. It is part of the history.'),
      },
      closed,
    ),
    reply: CurrentPolicy,
    errors: ['conflict', 'unprocessable'],
    summary: 'Update the policy',
    description:
      'Changes the given fields on all nodes within two seconds. A changed fee does not alter tasks that have been awarded. The end of a read-only period extends the deadlines of all tasks by its length.',
    example: { body: { feeBps: 400, reason: 'Lower fee in spring.' } },
  }),
  updateLogo: route({
    method: 'PUT',
    path: '/admin/policy/logo',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changePolicy,
    body: Type.Object(
      {
        ...LogoUpdate.properties,
        reason: text(1000, 'Why the logo changes. It is part of the history of the policy.'),
      },
      closed,
    ),
    reply: CurrentPolicy,
    errors: ['unprocessable'],
    summary: 'Replace the logo',
    description:
      'Stores an image and shows it on pages and in emails on all nodes within two seconds. Metadata is removed. An SVG image can contain shapes, gradients and text; scripts, links to other files and animations are refused.',
    example: {
      body: {
        image:
          'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxwYXRoIGQ9Ik0wIDBoOHY4SDB6Ii8+PC9zdmc+',
        reason: 'New logo.',
      },
    },
  }),
  publishMarketTerms: route({
    method: 'POST',
    path: '/admin/terms-of-service',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changePolicy,
    body: Type.Object(
      {
        ...NewTerms.properties,
        reason: text(1000, 'Why the terms change. It is part of the history of the policy.'),
      },
      closed,
    ),
    reply: Type.Object({ terms: field(MarketTerms, 'The published version.') }),
    errors: ['unprocessable'],
    summary: 'Publish terms of service',
    description:
      'Publishes a new version. People are asked for consent. Once the version takes effect, sessions of people who have not consented are read-only. Agent keys and connected apps are not affected.',
    example: {
      body: { text: '# Terms', effectiveAt: '2026-12-01T00:00:00.000Z', reason: 'First version.' },
    },
  }),
  listPolicyChanges: list({
    path: '/admin/policy/changes',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: field(PolicyChange, 'A change.'),
    errors: [],
    summary: 'List changes of the policy',
    description: 'Returns the changes of the policy, newest first.',
    example: {},
  }),
}
