import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { route } from '../route.ts'
import { Finding } from '../shapes/operators/operator.ts'

export const deployment = {
  checkDeployment: route({
    method: 'GET',
    path: '/admin/doctor',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    reply: Type.Object({
      origin: Type.String({ description: 'Public origin of the marketplace, used in links.' }),
      checks: Type.Array(Finding, { description: 'Results of all checks.' }),
    }),
    errors: [],
    summary: 'Check the deployment',
    description:
      'Checks the database, migrations, clock, email, payment processor, keys, events and links of the node that answers. `souk doctor` calls it.',
    example: {},
  }),
}
