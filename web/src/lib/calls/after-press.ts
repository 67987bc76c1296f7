/** Whether a pointer is pressed. */
let isPressed = false

addEventListener('pointerdown', () => (isPressed = true), { capture: true })
for (const end of ['pointerup', 'pointercancel'] as const)
  addEventListener(end, () => (isPressed = false), { capture: true })

/**
 * Acts now, or after the click in progress. Pressing a button takes the focus from a field; an error that appears there in that moment moves
 * the button away from the pointer, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const later = () => {
    removeEventListener('pointerup', later)
    removeEventListener('pointercancel', later)
    // `click` follows `pointerup`.
    setTimeout(act)
  }
  addEventListener('pointerup', later)
  addEventListener('pointercancel', later)
}
