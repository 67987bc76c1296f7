/** Progress display: a bar on a terminal, a line every few seconds elsewhere. */
const width = 30
const lineEveryMs = 3000

export class Progress {
  readonly #write: (text: string) => void
  readonly #isTerminal: boolean
  #total = 0
  #done = 0
  #stage = ''
  #line = ''
  #lineAt = 0

  constructor(write: (text: string) => void, isTerminal: boolean) {
    this.#write = write
    this.#isTerminal = isTerminal
  }

  expect(steps: number): void {
    this.#total = steps
  }

  begin(stage: string): void {
    this.#stage = stage
    this.#show()
  }

  step(): void {
    this.#done += 1
    this.#show()
  }

  end(): void {
    if (this.#isTerminal) this.#write('\r\u001b[K')
  }

  #show(): void {
    const share = this.#total === 0 ? 0 : this.#done / this.#total
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
    if (this.#isTerminal) {
      const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.')
      const line = `  ${bar} ${percent}  ${this.#stage}`
      if (line !== this.#line) this.#write(`\r\u001b[K${line}`)
      this.#line = line
    } else if (Date.now() - this.#lineAt >= lineEveryMs) {
      this.#lineAt = Date.now()
      this.#write(`${percent}  ${this.#stage}\n`)
    }
  }
}
