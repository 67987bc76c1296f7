import type { ColumnType } from 'kysely'

/**
 * A table is declared once, as data: query types derive from it, and a test compares it with the migrated database.
 */
export interface Column<Select, Insert, Update> {
  readonly sqlType: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Carries the types; never read. */
  readonly types?: ColumnType<Select, Insert, Update>
}

type Plain<T> = Column<T, T, T>
type Json<T> = Column<T, string, string>

const column = (sqlType: string) => ({ sqlType, nullable: false, hasDefault: false })

export const text = <T extends string = string>(): Plain<T> => column('text')
export const textArray = <T extends string = string>(): Plain<T[]> => column('text[]')
export const integer = (): Plain<number> => column('integer')
export const bigint = (): Plain<bigint> => column('bigint')
export const boolean = (): Plain<boolean> => column('boolean')
export const timestamp = (): Plain<Date> => column('timestamp with time zone')
export const bytes = (): Plain<Buffer> => column('bytea')
/** Written as JSON text, because the driver would serialize an array as a PostgreSQL array. */
export const json = <T>(): Json<T> => column('jsonb')

export function nullable<S, I, U>(inner: Column<S, I, U>): Column<S | null, I | null | undefined, U | null> {
  return { sqlType: inner.sqlType, nullable: true, hasDefault: inner.hasDefault }
}

/** Has a default, so that an insert can omit it. */
export function defaulted<S, I, U>(inner: Column<S, I, U>): Column<S, I | undefined, U> {
  return { sqlType: inner.sqlType, nullable: inner.nullable, hasDefault: true }
}

/** Generated column; never written. */
export function computed<S, I, U>(inner: Column<S, I, U>): Column<S, never, never> {
  return { sqlType: inner.sqlType, nullable: inner.nullable, hasDefault: true }
}

export type TableOf<C> = {
  [K in keyof C]: C[K] extends Column<infer S, infer I, infer U> ? ColumnType<S, I, U> : never
}
