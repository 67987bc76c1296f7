/** The only place that decides which ports this server may send to. */

/** Port of an http or https URL. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'http:' ? 80 : 443
}

/** Standard web ports, and unprivileged ports without a well-known service. */
export function isPortAllowed(url: URL): boolean {
  const port = portOf(url)
  if (port === 443 || (port === 80 && url.protocol === 'http:')) return true
  return port >= 1024 && !wellKnownPorts.has(port)
}

/** Services that a request could harm, or that trust every client in reach. */
const wellKnownPorts = new Set([
  // Databases, caches and queues.
  1433, 1521, 2181, 3306, 4222, 5432, 5433, 5672, 5984, 6379, 6380, 8086, 9042, 9092, 9200, 9300, 11211,
  15672, 27017, 27018, 27019, 28015,
  // Containers, clusters and their configuration.
  2375, 2376, 2377, 2379, 2380, 6443, 8500, 8600, 10250, 10255,
  // Files, desktops, telephony, chat and mail.
  1719, 1720, 1723, 2049, 2525, 3389, 3659, 4045, 4190, 5060, 5061, 5900, 5985, 5986, 6000, 6566, 6665, 6666,
  6667, 6668, 6669, 6679, 6697, 10080,
])
