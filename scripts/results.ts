/** Reads the result files of bench and prove, and formats Markdown tables. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Profile } from '../bench/scenario.ts'
import type { Circumstances } from './circumstances.ts'

export interface Proof extends Circumstances {
  readonly suite: string
  readonly claim: string
  readonly unit: string
  readonly size: number
  readonly seed: number
  readonly seconds: number
  readonly counts: Readonly<Record<string, number>> | null
  readonly violation: string | null
  readonly faults: readonly {
    readonly name: string
    readonly breaks: string
    readonly detectedAs: string | null
  }[]
}

export interface Bench extends Circumstances {
  readonly scenario: string
  readonly rounds: number
  readonly rows: readonly {
    readonly what: string
    readonly unit: string
    readonly ours: { readonly median: number }
    readonly peer?: string
    readonly theirs?: { readonly median: number }
    readonly ratio: number
    readonly target: { readonly atLeast?: number; readonly atMost?: number }
    readonly reached: boolean
  }[]
  readonly profiles?: Readonly<Record<string, Profile>>
  /** Per-query figures of the search scenario. */
  readonly detail?: { readonly queries: readonly { readonly app: { readonly p50: number } }[] }
}

export function proofResults(): Proof[] {
  return results<Proof>('prove').filter(({ suite }) => suite !== undefined)
}

export function benchResults(): Bench[] {
  return results<Bench>('bench').filter(({ scenario }) => scenario !== undefined)
}

function results<T>(folder: 'prove' | 'bench'): T[] {
  const place = new URL(`../${folder}/results/`, import.meta.url)
  return readdirSync(place)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, place), 'utf8')))
}

export function markdown(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)]
}
