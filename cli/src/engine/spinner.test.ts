import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAsker } from './ask.ts'
import { createOutlet } from './outlet.ts'
import { createSpinner } from './spinner.ts'

// Only the timer of the spinner stands still; streams and line editors go on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const terminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
const drawnOn = (stream: PassThrough) => String(stream.read() ?? '')
const wiped = '\r\u001B[K'

describe('createSpinner', () => {
  it('draws nothing for quick work, then a frame at a time, and wipes its line', () => {
    const stream = terminal()
    const stop = createSpinner(stream).start('Calling')
    vi.advanceTimersByTime(399)
    expect(drawnOn(stream)).toBe('')
    vi.advanceTimersByTime(101)
    expect(drawnOn(stream)).toMatch(/^\r\S Calling\r\S Calling$/)
    stop()
    expect(drawnOn(stream)).toBe(wiped)
    vi.advanceTimersByTime(1000)
    expect(drawnOn(stream)).toBe('')
  })

  it('stays away while it is held, by however many', () => {
    const stream = terminal()
    const spinner = createSpinner(stream)
    spinner.start('Calling')
    vi.advanceTimersByTime(400)
    drawnOn(stream)
    const releases = [spinner.hold(), spinner.hold()]
    expect(drawnOn(stream)).toBe(wiped)
    for (const release of releases) {
      vi.advanceTimersByTime(1000)
      expect(drawnOn(stream)).toBe('')
      release()
    }
    vi.advanceTimersByTime(100)
    expect(drawnOn(stream)).toContain('Calling')
  })
})

describe('a question during work', () => {
  it.each([
    ['confirm', 'Sure? [y/N] '],
    ['line', 'Sure?: '],
    ['secret', 'Sure?: '],
  ] as const)('%s keeps its line until it is answered', async (kind, question) => {
    const [stdin, stdout, stderr] = [terminal(), terminal(), terminal()]
    const { hold, during } = createOutlet({ stdout, stderr }, {}, false)
    const ask = createAsker(stdin, stderr, hold)
    const work = new EventEmitter()
    const working = during('Calling', once(work, 'done'))
    const answered = kind === 'confirm' ? ask.confirm('Sure?', false) : ask[kind]('Sure?', '')
    vi.advanceTimersByTime(10_000)
    // A line editor puts the cursor behind its question.
    expect(stripVTControlCharacters(drawnOn(stderr))).toBe(question)
    stdin.write('y\r')
    expect(await answered).toBe(kind === 'confirm' ? undefined : 'y')
    vi.advanceTimersByTime(100)
    expect(drawnOn(stderr)).toContain('Calling')
    work.emit('done')
    await working
  })
})
