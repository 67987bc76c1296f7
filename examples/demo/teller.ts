/** Says what happens: for people as numbered lines, for programs as one JSON line for each step. */
import { formatMoney } from 'souk-sdk'

export interface Money {
  readonly amount: number
  readonly currency: string
}

export interface Step {
  /** A name for programs. */
  readonly what: string
  readonly who: string
  readonly text: string
  readonly facts?: Readonly<Record<string, Money | number | string>>
  /** Something worth reading in full. */
  readonly quote?: string
}

/** What was asked of the marketplace, and by whom. */
interface Call {
  readonly by: string
  readonly call: string
}

export interface Looks {
  readonly json: boolean
  readonly colour: boolean
}

const whoWidth = 11
const textWidth = 64
const margin = ' '.repeat(6)

export class Teller {
  readonly #looks: Looks
  readonly #write: (text: string) => void
  #steps = 0
  #calls: Call[] = []

  constructor(looks: Looks, write: (text: string) => void) {
    this.#looks = looks
    this.#write = write
  }

  get steps(): number {
    return this.#steps
  }

  /** A call since the last step; one that is repeated until it says something new counts once. */
  note(by: string, call: string): void {
    if (!this.#calls.some((known) => known.by === by && known.call === call)) this.#calls.push({ by, call })
  }

  title(text: string): void {
    if (!this.#looks.json) this.#write(`\n${this.#paint(1, text)}\n`)
  }

  end(text: string): void {
    if (!this.#looks.json) this.#write(`\n${text}\n`)
  }

  tell(step: Step): void {
    const calls = this.#calls
    this.#calls = []
    this.#steps++
    if (this.#looks.json) this.#write(`${JSON.stringify({ step: this.#steps, ...step, calls })}\n`)
    else this.#write(this.#lines(step, calls).join('\n') + '\n')
  }

  #lines({ who, text, facts = {}, quote }: Step, calls: readonly Call[]): string[] {
    const known = Object.entries(facts).map(([name, value]) => `${name} ${shown(value)}`)
    const head = `${String(this.#steps).padStart(3)}   ${who.padEnd(whoWidth)}${text}`
    const line =
      known.length === 0 ? head : `${head.padEnd(margin.length + whoWidth + textWidth)}  ${known.join(', ')}`
    const quoted = quote?.split('\n').filter((part) => part !== '') ?? []
    const inner = margin + ' '.repeat(whoWidth)
    return [
      line,
      ...quoted.map((part) => `${inner}| ${part}`),
      ...calls.map(({ by, call }) =>
        this.#paint(90, inner + (by === who ? '' : `${by}: `) + shortened(call)),
      ),
    ]
  }

  #paint(code: number, text: string): string {
    return this.#looks.colour ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}

function shown(value: Money | number | string): string {
  return typeof value === 'object' ? formatMoney(value) : String(value)
}

/** Ids in full are for programs. */
function shortened(call: string): string {
  return call.replaceAll(/\b([a-z]+)_[\w-]{20,}([\w-]{4})/g, '$1_…$2')
}
