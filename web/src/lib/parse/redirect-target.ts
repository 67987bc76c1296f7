/** Path to open after sign-in. Other origins are refused (open redirect), as are the sign-in pages (loop). */
export function redirectTarget(requested: string | null, fallback: string): string {
  if (requested === null || !/^\/(?![/\\])/.test(requested)) return fallback
  return /^\/sign-(in|up)(?=$|[/?#])/.test(requested) ? fallback : requested
}
