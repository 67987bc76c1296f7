import { formatMoney, type Dispute, type Money, type Ruling } from 'souk-contract'
import { command } from '../../../engine/command.ts'
import { CliError } from '../../../engine/errors.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, flag, prose, required } from '../../../engine/params.ts'
import { parseAmount } from '../../../engine/parse-amount.ts'
import { id, line, money, record, state } from '../../../terminal/views.ts'
import { amountOption } from '../../options/money.ts'
import { phaseLabel, reasonLabel } from '../../tasks/labels.ts'
import { asOperator } from '../admin-api.ts'

export const disputedTask = argument('ID of the disputed task')

export const rule = command({
  name: 'rule',
  summary: 'Rule on a dispute, which pays out the held funds and ends the task',
  operations: ['getDispute', 'ruleDispute'],
  args: { task: disputedTask },
  options: {
    release: flag('Pay all held funds to the provider'),
    refund: flag('Return all held funds to the client'),
    split: amountOption(
      'Return this amount to the client and pay the rest to the provider; with all decimals',
    ),
    reasons: required(prose('Reasons of the ruling, which both parties read')),
  },
  example:
    'souk admin disputes rule task_01jcxg5s7ve0br4y2a6f3k8m9n --split 25.00 --reasons "Half was done."',
  load: async (context, { task: taskId, ...options }) => {
    const kind = parseRuling(options)
    const dispute = await asOperator(context, (admin) => admin.disputes.getDispute({ taskId }))
    const refund = kind === 'split' ? parseSplit(dispute, options.split ?? '') : undefined
    return { kind, dispute, refund }
  },
  confirm: (_values, { kind, dispute, refund }) =>
    `${questions[kind](dispute, refund)} This cannot be undone.`,
  run: (context, { task: taskId, reasons }, { kind, refund }) =>
    asOperator(context, ({ disputes }) =>
      disputes.ruleDispute({ taskId, ruling: kind, reasons, ...omitUndefined({ toClient: refund?.amount }) }),
    ),
  render: ({ taskId, phase, reason, currency, paid }) => {
    const sum = (amount: number) => money({ amount, currency })
    return [
      line('Ruled on dispute.'),
      record(
        {
          task: () => id(taskId),
          phase: () => state(phase, phaseLabel(phase)),
          reason: () => (reason === null ? null : reasonLabel(reason)),
          'to the client': () => sum(paid.toClient),
          'to the provider': () => sum(paid.toProvider),
          fee: () => sum(paid.fee),
        },
        undefined,
      ),
    ]
  },
})

/** Parses the client's part of a split, which must leave a rest for the provider. */
function parseSplit({ amount: held }: Dispute, input: string): Money {
  const refund = parseAmount(input, { field: '--split', currency: held.currency, exact: true })
  if (refund.amount === 0) {
    throw new CliError(
      'usage',
      '--split must be more than zero.',
      'Enter a larger amount, or use --release to pay the provider.',
    )
  }
  if (refund.amount < held.amount) return refund
  throw new CliError(
    'usage',
    `--split must be less than the ${formatMoney(held)} in dispute.`,
    'Enter a smaller amount, or use --refund to return everything to the client.',
  )
}

function parseRuling({
  release,
  refund,
  split,
}: {
  release: boolean
  refund: boolean
  split: string | undefined
}): Ruling {
  const chosen: Ruling[] = []
  if (release) chosen.push('release')
  if (refund) chosen.push('refund')
  if (split !== undefined) chosen.push('split')
  const [ruling, other] = chosen
  if (ruling !== undefined && other === undefined) return ruling
  throw new CliError(
    'usage',
    'Exactly one of --release, --refund and --split is required.',
    'Add --release, --refund or --split 25.00.',
  )
}

const questions: Readonly<Record<Ruling, (dispute: Dispute, refund: Money | undefined) => string>> = {
  release: ({ amount, provider }) => `Pay ${formatMoney(amount)} to ${provider.name}?`,
  refund: ({ amount, client }) => `Return ${formatMoney(amount)} to ${client.name}?`,
  split: ({ amount, client, provider }, refund) =>
    `Return ${refund === undefined ? 'a part' : formatMoney(refund)} of ${formatMoney(amount)} to ${client.name} and pay the rest to ${provider.name}?`,
}
