/** Hebrew, Arabic and other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * Isolates a value that is written from right to left, so that it does not move the figures and punctuation around it. Other values stay
 * as they are.
 */
export function isolate(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}
