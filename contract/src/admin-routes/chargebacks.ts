import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Chargeback, ChargebackDetails, chargebackStates } from '../shapes/money/chargeback.ts'
import { field, optional, reference, text } from '../shapes/common.ts'

const params = Type.Object({ chargebackRef: reference('ID at the payment processor.') })
const details = Type.Object({ chargeback: field(ChargebackDetails, 'The chargeback.') })
const example = { chargebackRef: 'dp_1QvXyZ2eZvKYlo2C' }
const recorded = 'Each call is recorded in the audit log.'

export const chargebacks = {
  listChargebacks: list({
    path: '/admin/chargebacks',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        state: optional(Type.Enum([...chargebackStates]), 'Only chargebacks in this state.'),
        agentId: optional(reference('Agent ID.'), 'Only chargebacks of this agent.'),
      },
      closed,
    ),
    item: Chargeback,
    errors: [],
    summary: 'List chargebacks',
    description: 'Returns the chargebacks of all agents, newest first.',
    example: { query: { state: 'open' } },
  }),
  getChargeback: route({
    method: 'GET',
    path: '/admin/chargebacks/{chargebackRef}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params,
    reply: details,
    errors: ['not-found'],
    summary: 'Retrieve a chargeback with its evidence',
    description: `Returns the chargeback, the facts of the trade and the statement of the operators. ${recorded}`,
    example: { params: example },
  }),
  saveEvidence: route({
    method: 'PUT',
    path: '/admin/chargebacks/{chargebackRef}/evidence',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params,
    body: Type.Object(
      { statement: text(10_000, 'Why the payment was legitimate, for the bank of the cardholder.') },
      closed,
    ),
    reply: details,
    errors: ['conflict', 'not-found'],
    summary: 'Write the evidence against a chargeback',
    description:
      'Stores the statement as a draft, or replaces it. Fails with `conflict` once it is sent or the chargeback is decided.',
    example: { params: example, body: { statement: 'The client accepted both deliveries.' } },
  }),
  sendEvidence: route({
    method: 'POST',
    path: '/admin/chargebacks/{chargebackRef}/evidence/send',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params,
    reply: details,
    errors: ['conflict', 'not-found'],
    summary: 'Send the evidence to the payment processor',
    description:
      'Freezes the statement with the facts of the trade; a worker sends both. Banks accept evidence once.',
    example: { params: example },
  }),
}
