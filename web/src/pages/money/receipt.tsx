import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { say } from '../../messages/en/money.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import classes from './receipt.module.css'
import { TaskReceipt } from './task-receipt.tsx'

/** A printable receipt of a task, a top-up or a payout. */
export function Component() {
  const { reference = '' } = useParams()
  return (
    <Page
      title={say('receipt')}
      narrow
      actions={
        <span className={classes.noPrint}>
          <Button onClick={() => print()}>
            <Printer size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('print')}
          </Button>
        </span>
      }
    >
      {reference.startsWith('task_') ? (
        <TaskReceipt taskId={reference} />
      ) : (
        <PaymentReceipt reference={reference} />
      )}
    </Page>
  )
}
