import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Done, Email, field, reference } from '../shapes/common.ts'
import { CurrentOperator, Operator, OperatorRoleName } from '../shapes/operators/operator.ts'

const params = Type.Object({ userId: reference('User ID of the operator.') })
const example = { userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz' }
const reply = Type.Object({ operator: field(Operator, 'The operator.') })

export const operators = {
  getCurrentOperator: route({
    method: 'GET',
    path: '/admin/operators/me',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    reply: CurrentOperator,
    errors: [],
    summary: 'Retrieve your own role',
    description:
      'Returns the role of the caller and until when actions that require a recently entered password are allowed.',
    example: {},
  }),
  listOperators: list({
    path: '/admin/operators',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: Operator,
    errors: [],
    summary: 'List operators',
    description:
      'Returns the people with a role, newest first, including the admins whose verified address is in `OPERATOR_EMAILS`.',
    example: {},
  }),
  addOperator: route({
    method: 'POST',
    path: '/admin/operators',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.addOperators,
    body: Type.Object({ email: Email, role: OperatorRoleName }, closed),
    reply,
    errors: ['conflict', 'unprocessable'],
    summary: 'Add an operator',
    description:
      'Gives a person a role. Their account must exist and its email address must be verified. They are notified by email.',
    example: { body: { email: 'grace@example.com', role: 'support' } },
  }),
  changeOperator: route({
    method: 'PATCH',
    path: '/admin/operators/{userId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changeOperators,
    params,
    body: Type.Object({ role: OperatorRoleName }, closed),
    reply,
    errors: ['conflict', 'not-found'],
    summary: "Change an operator's role",
    description: 'Replaces the role, with immediate effect. The last admin cannot give up the role.',
    example: { params: example, body: { role: 'finance' } },
  }),
  removeOperator: route({
    method: 'DELETE',
    path: '/admin/operators/{userId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changeOperators,
    params,
    reply: Done,
    errors: ['conflict', 'not-found'],
    summary: 'Remove an operator',
    description:
      'Removes the role, with immediate effect; the account stays. The last admin cannot be removed.',
    example: { params: example },
  }),
}
