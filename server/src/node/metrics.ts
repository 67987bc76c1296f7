import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

interface ObservedCall {
  readonly operation: string
  readonly status: number
  readonly seconds: number
  /** Name of the gRPC status; undefined for other bindings. */
  readonly grpcStatus?: string | undefined
}

export interface Metrics {
  readonly registry: Registry
  observe(call: ObservedCall): void
  /** Calls since the start, and those with a server fault. */
  callCounts(): { readonly requests: number; readonly errors: number }
  /** Counts a round trip to the database. */
  statement(): void
  gauge(name: string, help: string, value: () => number): void
  /** Labeled values, read at each scrape; none if reading fails. */
  gauges(name: string, help: string, label: string, values: () => Promise<Record<string, number>>): void
}

/** Prometheus metrics of one server; labels are contract names and statuses, never ids. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'souk_http_requests_total',
    help: 'Calls by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const grpcCalls = new Counter({
    name: 'souk_grpc_requests_total',
    help: 'gRPC calls by operation and gRPC status.',
    labelNames: ['operation', 'code'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'souk_http_request_duration_seconds',
    help: 'Response time by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const statements = new Counter({
    name: 'souk_database_statements_total',
    help: 'Statements sent to the database.',
    registers: [registry],
  })
  let requests = 0
  let errors = 0
  return {
    registry,
    callCounts: () => ({ requests, errors }),
    statement: () => statements.inc(),
    observe: ({ operation, status, seconds, grpcStatus }) => {
      requests += 1
      if (status >= 500) errors += 1
      calls.inc({ operation, status })
      if (grpcStatus !== undefined) grpcCalls.inc({ operation, code: grpcStatus })
      durations.observe({ operation }, seconds)
    },
    gauges: (name, help, label, values) => registerGauges(registry, { name, help, label, values }),
    gauge: (name, help, value) => {
      // The last registration wins: tests create several applications with one context.
      registry.removeSingleMetric(name)
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: (): void => gauge.set(value()),
      })
    },
  }
}

interface LabeledGauges {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly values: () => Promise<Record<string, number>>
}

function registerGauges(registry: Registry, { name, help, label, values }: LabeledGauges): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async (): Promise<void> => {
      const read = await values().catch(() => ({}))
      gauge.reset()
      for (const [labelValue, value] of Object.entries(read)) gauge.set({ [label]: labelValue }, value)
    },
  })
}
