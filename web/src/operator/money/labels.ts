import type { OperatorActionKind, OperatorAction } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/operator-money.ts'
import { toast } from '../../ui/actions/toast.tsx'

export const kindNames: Readonly<Record<OperatorActionKind, string>> = {
  refund: say('kindRefund'),
  'write-off': say('kindWriteOff'),
  correction: say('kindCorrection'),
}

/** Says whether the money has moved or waits for a second operator. */
export function announce({ kind, amount, state }: OperatorAction): void {
  const values = { kind: kindNames[kind], amount: formatMoney(amount) }
  toast(state === 'pending' ? say('waitsForSecond', values) : say('executed', values))
}
