/** When the server stops accepting new data. */
export interface SpaceLimits {
  /** Minimum free space on the file system of `dataDir`, for the embedded PostgreSQL; 0 disables the check. */
  readonly freeMinBytes: number
  /** Largest size of the database; undefined means no limit. */
  readonly databaseMaxBytes: number | undefined
}
