import { useRef } from 'react'
import { rulesOf, type Money } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { markPaymentTab } from './payment-return.ts'

/** The amount to pay so that a wallet has the missing one: cards have a minimum charge. */
export function chargeFor({ amount, currency }: Money): Money {
  return { amount: Math.max(amount, rulesOf(currency).chargeMin), currency }
}

/** Pays in another tab, so that the form with the button stays; live updates refresh the balance. */
export function usePaymentTab() {
  const tab = useRef<Window | null>(null)
  const start = useWrite(api.payments.startTopUp, { onDone: ({ session }) => show(tab.current, session.url) })
  return {
    isPending: start.isPending,
    isOpen: start.isSuccess,
    error: start.error,
    pay: (missing: Money, onRefused?: () => void) => {
      tab.current = openTab()
      start.mutate(chargeFor(missing), {
        onError: () => {
          tab.current?.close()
          onRefused?.()
        },
      })
    },
  }
}

/** Browsers block a tab that is opened after the click, so it opens before the address is known. */
function openTab(): Window | null {
  const tab = window.open('')
  if (tab !== null) tab.opener = null
  return tab
}

/** Browsers that block every tab open the page here. */
function show(tab: Window | null, url: string): void {
  const target = tab === null || tab.closed ? window : tab
  markPaymentTab(target)
  target.location.assign(url)
}
