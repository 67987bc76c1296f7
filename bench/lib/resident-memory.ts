/** Resident memory of a server in bytes, from its metrics. */
export async function residentBytes(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
  if (Number.isNaN(bytes))
    throw new Error(`process_resident_memory_bytes is missing from the metrics of ${origin}`)
  return bytes
}
