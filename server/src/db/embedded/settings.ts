/** The only place that tunes PostgreSQL. Settings are passed on its command line, so the cluster stores none. */
import { totalmem } from 'node:os'

interface SettingsInput {
  socketFolder: string
  durable: boolean
  memoryBytes: number | undefined
}

export function settingArguments(input: SettingsInput): string[] {
  const settings = { ...connectionSettings(input.socketFolder), ...memorySettings(input.memoryBytes) }
  const all = { ...settings, ...durabilitySettings(input.durable), ...generalSettings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function connectionSettings(socketFolder: string) {
  return {
    listen_addresses: '',
    // A comma-separated list: quotes protect commas in the path.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
  }
}

const megabyte = 1024 * 1024

function memorySettings(memoryBytes: number = availableMemory()) {
  const memory = memoryBytes / megabyte
  return {
    shared_buffers: `${clamp(128, memory / 4, 1024)}MB`,
    effective_cache_size: `${clamp(256, memory / 2, 65_536)}MB`,
    maintenance_work_mem: `${clamp(32, memory / 16, 256)}MB`,
    work_mem: `${clamp(4, memory / 512, 16)}MB`,
  }
}

// The memory of the machine does not reflect a container limit.
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

function clamp(min: number, value: number, max: number): number {
  return Math.round(Math.min(Math.max(min, value), max))
}

function durabilitySettings(durable: boolean) {
  const value = durable ? 'on' : 'off'
  return { fsync: value, synchronous_commit: value, full_page_writes: value }
}

const generalSettings = {
  cluster_name: 'souk',
  // Containers often limit /dev/shm to 64 MB; files in the data folder have no such limit.
  dynamic_shared_memory_type: 'mmap',
  // Short concurrent queries gain nothing from parallel workers, which cost memory and processes.
  max_parallel_workers_per_gather: '0',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement errors reach the caller anyway, and logging them would grow the log without bound.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
