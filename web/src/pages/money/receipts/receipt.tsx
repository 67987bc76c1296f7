import { useParams } from 'react-router'
import { say } from '../../../messages/en/money.ts'
import { Page } from '../../../ui/page/layout.tsx'
import { PrintButton } from '../../../ui/actions/print-button.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { TaskReceipt } from './task-receipt.tsx'

/** A printable receipt of a task, a top-up or a payout. */
export function Component() {
  const { reference = '' } = useParams()
  return (
    <Page title={say('receipt')} narrow actions={<PrintButton />}>
      {reference.startsWith('task_') ? (
        <TaskReceipt taskId={reference} />
      ) : (
        <PaymentReceipt reference={reference} />
      )}
    </Page>
  )
}
