import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../failure.ts'

/** The only place that hashes passwords: argon2id on the thread pool, few at a time, with a bounded queue. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time whether or not there is a stored hash to compare with. */
  verify(password: string, stored: string | undefined): Promise<boolean>
  readonly waiting: () => number
}

export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** OWASP's floor for argon2id. */
export const defaultPasswordCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

const runningMax = 2
const waitingMax = 64

export function createPasswords(cost: PasswordCost): Passwords {
  // Argon2id is what the package does unless told otherwise.
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  const queue = createQueue()
  // Made once, so that an unknown account costs an attacker as much time as a known one.
  const decoy = hash('a password that nobody has', options)
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
          throw new Failure('unavailable', 'Too many people are signing in at this moment.', {
            hint: 'Repeat the call in a few seconds.',
            retryAfterSeconds: 3,
          })
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The place passes straight on, so that a newcomer cannot slip in between.
        if (next === undefined) running--
        else next()
      }
    },
  }
}
