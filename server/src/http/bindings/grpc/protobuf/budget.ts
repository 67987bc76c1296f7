import { fail } from '../../../../failure.ts'

/** Bounds of a decoded message; the same as for JSON. */
const depthMax = 32
const valuesMax = 50_000

/** Counts nesting and values while a message is decoded. */
export class Budget {
  #depth = 0
  #values = 0

  enter(): void {
    this.#depth++
    // Each level of JSON takes two of protobuf: a Struct and its Value.
    if (this.#depth > 2 * depthMax) {
      fail('bad-request', `The message must be nested at most ${depthMax} levels deep.`, 'Flatten it.')
    }
  }

  leave(): void {
    this.#depth--
  }

  count(): void {
    if (++this.#values > 2 * valuesMax) {
      fail(
        'bad-request',
        `The message must have at most ${valuesMax} values.`,
        'Split it into smaller requests.',
      )
    }
  }
}
