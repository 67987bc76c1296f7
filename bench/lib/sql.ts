/** SQL for pgbench and for planting: it is ours alone and made of ids of ours, so it is put together from text. */

export function array(texts: readonly string[]): string {
  return `array[${texts.map(quoted).join(',')}]`
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** pgbench takes a colon before a letter or digit for a variable, wherever it stands. */
export function json(value: unknown): string {
  return quoted(JSON.stringify(value).replaceAll(/:(?=\w)/g, ': '))
}

/** An id that sorts by time, as ours do: where new rows go in an index decides what they cost. */
export function timedId(prefix: string): string {
  return `${quoted(`${prefix}_`)} || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(md5(random()::text), 1, 14)`
}
