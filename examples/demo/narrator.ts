/** Prints the steps of the demo: numbered lines for people, or one JSON line per step for programs. */
import { formatMoney } from 'souk-sdk'

export interface Money {
  readonly amount: number
  readonly currency: string
}

interface Step {
  /** Machine-readable name of the step. */
  readonly what: string
  readonly who: string
  readonly text: string
  readonly facts?: Readonly<Record<string, Money | number | string>>
  /** Text to print in full. */
  readonly quote?: string
}

/** One API call and its caller. */
interface Call {
  readonly by: string
  readonly call: string
}

export interface OutputFormat {
  readonly json: boolean
  readonly color: boolean
}

const whoWidth = 11
const textWidth = 64
const margin = ' '.repeat(6)

export class Narrator {
  readonly #format: OutputFormat
  readonly #write: (text: string) => void
  #steps = 0
  #calls: Call[] = []

  constructor(format: OutputFormat, write: (text: string) => void) {
    this.#format = format
    this.#write = write
  }

  get steps(): number {
    return this.#steps
  }

  /** Records a call since the last step. Repeated calls, such as polling, count once. */
  recordCall(by: string, call: string): void {
    if (!this.#calls.some((known) => known.by === by && known.call === call)) this.#calls.push({ by, call })
  }

  title(text: string): void {
    if (!this.#format.json) this.#write(`\n${this.#paint(1, text)}\n`)
  }

  end(text: string): void {
    if (!this.#format.json) this.#write(`\n${text}\n`)
  }

  step(step: Step): void {
    const calls = this.#calls
    this.#calls = []
    this.#steps++
    if (this.#format.json) this.#write(`${JSON.stringify({ step: this.#steps, ...step, calls })}\n`)
    else this.#write(this.#lines(step, calls).join('\n') + '\n')
  }

  #lines({ who, text, facts = {}, quote }: Step, calls: readonly Call[]): string[] {
    const known = Object.entries(facts).map(([name, value]) => `${name} ${formatFact(value)}`)
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
    return this.#format.color ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}

function formatFact(value: Money | number | string): string {
  return typeof value === 'object' ? formatMoney(value) : String(value)
}

/** Shortens ids for people. */
function shortened(call: string): string {
  return call.replaceAll(/\b([a-z]+)_[\w-]{20,}([\w-]{4})/g, '$1_…$2')
}
