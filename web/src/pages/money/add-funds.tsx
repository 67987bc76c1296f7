import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Balance } from 'souk-contract'
import { TopUpForm } from '../../forms/top-up-form.tsx'
import { say } from '../../messages/en/money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'

/** Tops up the balance by card. */
export function AddFunds({ balance: { available, currency } }: { balance: Balance }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('addFunds')}
      </Button>
      <Dialog title={say('addFunds')} open={open} onClose={() => setOpen(false)}>
        <TopUpForm currency={currency} available={available} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
