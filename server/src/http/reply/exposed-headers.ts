/** Response headers that scripts of allowed origins can read, in addition to those that CORS always exposes. */
export const exposedHeaders = [
  'X-Request-Id',
  'X-Error-Kind',
  'Retry-After',
  'RateLimit',
  'ETag',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Content-Range',
  'Preference-Applied',
  'A2A-Extensions',
  'X-A2A-Extensions',
]
