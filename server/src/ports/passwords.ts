import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../failure.ts'

/** The only place that hashes passwords: argon2id on the thread pool, few at a time, with a bounded queue. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time with and without a stored hash. */
  verify(password: string, stored: string | undefined): Promise<boolean>
  readonly waiting: () => number
}

export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** OWASP minimum for argon2id. */
export const defaultPasswordCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

const runningMax = 2
const waitingMax = 64

export function createPasswords(cost: PasswordCost): Passwords {
  // argon2id is the default of the package.
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  const queue = createQueue()
  // Hashed once, so that an unknown account takes as long to verify as a known one.
  const decoy = hash('decoy password', options)
  return {
    hash: (password) => queue.run(() => hash(password.normalize('NFC'), options)),
    verify: (password, stored) =>
      queue.run(async () => {
        const matches = await verify(stored ?? (await decoy), password.normalize('NFC'))
        return matches && stored !== undefined
      }),
    waiting: queue.waiting,
  }
}

function createQueue() {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    waiting: () => waiting.length,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= runningMax) {
        if (waiting.length >= waitingMax) {
          throw new Failure('unavailable', 'Too many sign-ins at the moment.', {
            hint: 'Try again in a few seconds.',
            retryAfterSeconds: 3,
          })
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // Hands the slot to the next waiter, so that a new call cannot overtake it.
        if (next === undefined) running--
        else next()
      }
    },
  }
}
