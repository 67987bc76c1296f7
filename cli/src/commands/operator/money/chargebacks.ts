/** Chargebacks and the evidence against them, for operators. */
import {
  chargebackStates,
  type Chargeback,
  type ChargebackDetails,
  type ChargebackFacts,
} from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, choice, prose as proseOption, required, text } from '../../../engine/params.ts'
import {
  at,
  id,
  line,
  money,
  page,
  prose,
  record,
  state,
  table,
  type Block,
  type Fields,
} from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'

const chargeback = argument('ID at the payment processor')
const exampleRef = 'dp_1QvXyZ2eZvKYlo2C'

const fields: Fields<Chargeback> = {
  chargeback: ({ ref }) => id(ref),
  payment: ({ paymentId }) => id(paymentId),
  agent: ({ agentId }) => id(agentId),
  amount: ({ amount }) => money(amount),
  state: (one) => state(one.state),
  evidence: ({ evidenceState }) => state(evidenceState),
  appeal: ({ appeal }) => appeal,
  since: ({ createdAt }) => at(createdAt),
}

const taskFields: Fields<ChargebackFacts['tasks'][number]> = {
  task: ({ taskId }) => id(taskId),
  title: ({ title }) => title,
  provider: ({ provider }) => provider,
  price: ({ price }) => money(price),
  paid: ({ paid }) => money(paid),
  delivered: ({ deliveredAt }) => at(deliveredAt),
  accepted: ({ acceptedAt }) => at(acceptedAt),
}

function show({ chargeback: one }: { chargeback: ChargebackDetails }): Block[] {
  const { facts, evidence } = one
  return [
    record(fields, one),
    record(
      {
        customer: ({ customer }) => `${customer.name} <${customer.email}>`,
        'paid at': ({ paidAt }) => at(paidAt),
        'earlier payments': ({ earlierPayments }) => earlierPayments,
      },
      facts,
    ),
    table(taskFields, facts.tasks, 'No work has been bought since the payment.'),
    ...(evidence === null
      ? [line('No statement yet: souk admin chargebacks write.')]
      : [
          record(
            {
              statement: (written) => state(written.state),
              failure: ({ failure }) => failure,
              sent: ({ sentAt }) => at(sentAt),
            },
            evidence,
          ),
          prose(evidence.statement),
        ]),
  ]
}

export const chargebacks: CommandGroup = {
  name: 'chargebacks',
  summary: 'List chargebacks and send evidence against them',
  commands: [
    command({
      name: 'list',
      summary: 'List chargebacks, newest first',
      operations: ['listChargebacks'],
      options: {
        ...pageOptions,
        state: choice('Only in this state', chargebackStates),
        agent: text('Only of this agent', 'agent'),
      },
      example: 'souk admin chargebacks list --state open',
      run: (context, { state: wanted, agent, ...pages }) =>
        asOperator(context, ({ chargebacks: api }) =>
          fetchPage(api.listChargebacks, omitUndefined({ state: wanted, agentId: agent }), pages),
        ),
      render: page(fields, 'No chargebacks.'),
    }),
    command({
      name: 'show',
      summary: 'Show a chargeback with the facts of the trade and the evidence',
      operations: ['getChargeback'],
      args: { chargeback },
      example: `souk admin chargebacks show ${exampleRef}`,
      run: (context, { chargeback: chargebackRef }) =>
        asOperator(context, ({ chargebacks: api }) => api.getChargeback({ chargebackRef })),
      render: show,
    }),
    command({
      name: 'write',
      summary: 'Write the statement against a chargeback',
      operations: ['saveEvidence'],
      args: { chargeback },
      options: { statement: required(proseOption('Why the payment was legitimate')) },
      example: `souk admin chargebacks write ${exampleRef} --statement "The client accepted the delivery."`,
      run: (context, { chargeback: chargebackRef, statement }) =>
        asOperator(context, ({ chargebacks: api }) => api.saveEvidence({ chargebackRef, statement })),
      render: show,
    }),
    command({
      name: 'send',
      summary: 'Send the evidence to the payment processor',
      operations: ['sendEvidence'],
      args: { chargeback },
      confirm: ({ chargeback: ref }) => `Send the evidence against ${ref}? The bank accepts it once.`,
      example: `souk admin chargebacks send ${exampleRef} --yes`,
      run: (context, { chargeback: chargebackRef }) =>
        asOperator(context, ({ chargebacks: api }) => api.sendEvidence({ chargebackRef })),
      render: show,
    }),
  ],
}
