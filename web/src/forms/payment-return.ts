/** The page that a payment tab belongs to. The processor returns every payment to Money; this brings the tab back to the page. */
const storageKey = 'souk-payment-for'

/** Called before the tab leaves for the processor, while it still belongs to this origin. */
export function markPaymentTab({ sessionStorage }: Window): void {
  sessionStorage.setItem(storageKey, location.pathname)
}

/** The path of the page that waits for the payment of this tab, once. */
export function takePaymentReturn(): string | undefined {
  const path = sessionStorage.getItem(storageKey) ?? undefined
  sessionStorage.removeItem(storageKey)
  return path
}
