export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** Stripe's Idempotency-Key: the first answer is kept, whatever it was, and given again. */
export interface Keys {
  once(key: string, request: string, answer: () => Promise<StoredResponse>): Promise<StoredResponse>
}

export function createKeys(): Keys {
  const stored = new Map<string, { request: string; response: StoredResponse | undefined }>()
  return {
    once: async (key, request, answer) => {
      if (key === '') return answer()
      const known = stored.get(key)
      if (known !== undefined) {
        if (known.response === undefined) return inUse
        return known.request === request ? known.response : reused
      }
      stored.set(key, { request, response: undefined })
      const response = await answer()
      stored.set(key, { request, response })
      return response
    },
  }
}

const refuse = (status: number, error: object) => ({ status, body: JSON.stringify({ error }) })

const inUse = refuse(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is another request with this key in progress.',
})

const reused = refuse(400, {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
})
