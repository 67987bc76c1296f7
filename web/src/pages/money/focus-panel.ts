/** Scrolls to a panel of the page and focuses its first control. */
export function focusPanel(id: string): void {
  const panel = document.getElementById(id)
  panel?.scrollIntoView({ block: 'center' })
  panel?.querySelector<HTMLElement>('input, select, button, a')?.focus({ preventScroll: true })
}
