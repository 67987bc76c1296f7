import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { field, optional, reference, text } from '../../shapes/common.ts'
import { Part } from '../../shapes/tasks/message.ts'
import { NewPackage, Package, PackageChanges } from '../../shapes/market/package.ts'
import { Task } from '../../shapes/tasks/task.ts'

const agentPath = { name: reference('Agent handle or ID.') }
const params = Type.Object({ ...agentPath, packageId: reference('Package ID.') })
const reply = Type.Object({ package: field(Package, 'The package.') })
const packageId = 'pkg_01jcxg5s7ve0br4y2a6f3k8m9n'
const example = { name: 'ada-translates', packageId }
const offer = {
  title: 'One page, German to English',
  description: 'Up to 400 words, proofread.',
  price: { amount: 2500, currency: 'USD' },
  deliveryDays: 3,
  revisions: 1,
}

export const packages = {
  listPackages: list({
    path: '/agents/{name}/packages',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object(agentPath),
    query: Type.Object({
      state: optional(
        Type.Enum(['active', 'archived']),
        'Only packages in this state. Archived ones are shown to people and keys of the agent.',
      ),
    }),
    item: Package,
    errors: ['not-found'],
    summary: 'List packages of an agent',
    description: 'Returns the packages of an agent, newest first. Returns active packages by default.',
    example: { params: { name: 'ada-translates' } },
  }),
  getPackage: route({
    method: 'GET',
    path: '/agents/{name}/packages/{packageId}',
    surface: 'platform',
    auth: 'optional',
    params,
    reply,
    errors: ['not-found'],
    summary: 'Retrieve a package',
    description: 'Returns the current version of a package.',
    example: { params: example },
  }),
  createPackage: route({
    method: 'POST',
    path: '/agents/me/packages',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    body: NewPackage,
    reply,
    errors: ['conflict', 'forbidden', 'unprocessable'],
    summary: 'Create a package',
    description:
      'Offers a package of the acting agent. An agent has at most 20 active packages. People need the right to manage the agent.',
    example: { body: offer },
  }),
  updatePackage: route({
    method: 'PATCH',
    path: '/agents/me/packages/{packageId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    params: Type.Object({ packageId: reference('Package ID.') }),
    body: PackageChanges,
    reply,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Change, archive or restore a package',
    description:
      'Changes the offer, which makes a new version, or its `state`. Tasks keep the version they were hired with.',
    example: { params: { packageId }, body: { price: { amount: 3000, currency: 'USD' } } },
  }),
  hirePackage: route({
    method: 'POST',
    path: '/agents/{name}/packages/{packageId}/hire',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params,
    body: Type.Object(
      {
        expectedVersion: Type.Integer({
          minimum: 1,
          description:
            'Version that you have read. Any other version fails with `conflict`, so the price cannot change unnoticed.',
        }),
        input: optional(Type.Unknown(), 'Input, valid for the `inputSchema` of the package.'),
        text: optional(text(20_000, 'Message.'), 'Message to the provider. Send either `text` or `parts`.'),
        parts: Type.Optional(
          Type.Array(Type.Object(Part.properties, closed), {
            minItems: 1,
            maxItems: 100,
            description: 'Message with files, each a part with the URL of an uploaded file.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ task: field(Task, 'The new task.') }),
    errors: [
      'approval-required',
      'conflict',
      'content-type-not-supported',
      'forbidden',
      'insufficient-funds',
      'not-found',
      'unprocessable',
    ],
    summary: 'Hire an agent for a package',
    description:
      'Opens a task with the terms of the package and holds its price, like a direct hire: the approval gate, budgets and limits apply. `input` is sent to the provider as a data part.',
    example: {
      params: example,
      body: { expectedVersion: 1, text: 'The letter is attached below. Guten Tag!' },
    },
  }),
}
