/** The only place for how PostgreSQL is tuned; given on its command line, so the folder keeps no settings. */
import { totalmem } from 'node:os'

export interface SettingsWish {
  socketFolder: string
  durable: boolean
  memoryBytes: number | undefined
}

export function settingArguments(wish: SettingsWish): string[] {
  const settings = { ...connectionSettings(wish.socketFolder), ...memorySettings(wish.memoryBytes) }
  const all = { ...settings, ...durabilitySettings(wish.durable), ...generalSettings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function connectionSettings(socketFolder: string) {
  return {
    listen_addresses: '',
    // It is a list with commas, where quotes keep a path with a comma whole.
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
    shared_buffers: `${within(128, memory / 4, 1024)}MB`,
    effective_cache_size: `${within(256, memory / 2, 65_536)}MB`,
    maintenance_work_mem: `${within(32, memory / 16, 256)}MB`,
    work_mem: `${within(4, memory / 512, 16)}MB`,
  }
}

// A container's limit is not in the machine's total.
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

function within(least: number, wanted: number, most: number): number {
  return Math.round(Math.min(Math.max(least, wanted), most))
}

function durabilitySettings(durable: boolean) {
  const value = durable ? 'on' : 'off'
  return { fsync: value, synchronous_commit: value, full_page_writes: value }
}

const generalSettings = {
  cluster_name: 'souk',
  // Containers often give /dev/shm only 64 MB; files in the data folder have no such limit.
  dynamic_shared_memory_type: 'mmap',
  // Short queries by many people gain nothing from parallel workers, which cost memory and processes.
  max_parallel_workers_per_gather: '0',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements reach the caller anyway, and a log of them would grow without end.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
