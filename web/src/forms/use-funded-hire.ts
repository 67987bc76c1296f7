import { useEffect, useEffectEvent, useState } from 'react'
import type { Money } from 'souk-contract'
import { api, useRead } from '../api.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { say } from '../messages/en/packages.ts'
import { chargeFor, usePaymentTab } from './use-payment-tab.ts'

interface Order<Request> {
  readonly price: Money
  /** Input of `hire`, comparable as JSON. */
  readonly request: Request
}

/**
 * Hires now, or pays the missing amount first and hires once it has arrived. Call it in a component inside the dialog: its unmount cancels
 * the wait. A refused payment and any change of the order cancel it too, because the person confirmed that order only.
 */
export function useFundedHire<Request>(order: Order<Request>, hire: (request: Request) => void) {
  const { price, request } = order
  const available = useRead(api.payments.getBalance, {}).data?.balance.available
  const missing = available === undefined ? 0 : Math.max(0, price.amount - available)
  const isFunded = available !== undefined && missing === 0
  const payment = usePaymentTab()
  const text = JSON.stringify(order)
  const [confirmed, setConfirmed] = useState<string>()
  const isWaiting = confirmed === text
  if (confirmed !== undefined && !isWaiting) setConfirmed(undefined)
  const arrived = useEffectEvent(() => {
    setConfirmed(undefined)
    hire(request)
  })
  useEffect(() => {
    if (isWaiting && isFunded) arrived()
  }, [isWaiting, isFunded])
  const lack = { ...price, amount: missing }
  return {
    available,
    /** A payment is open in another tab. */
    isWaiting: isWaiting && payment.isOpen,
    isPending: payment.isPending,
    error: payment.error,
    label:
      missing === 0
        ? say('hireAndHold', { price: formatMoney(price) })
        : say('addAndHire', { amount: formatMoney(chargeFor(lack)) }),
    run: () => {
      if (missing === 0) return hire(request)
      setConfirmed(text)
      return payment.pay(lack, () => setConfirmed(undefined))
    },
  }
}
