import type { Package } from 'souk-contract'
import type { PackageRow } from './queries.ts'

export function viewPackage(row: PackageRow): Package {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    title: row.title,
    description: row.description,
    price: { amount: Number(row.price), currency: row.currency },
    deliveryDays: row.delivery_days,
    revisions: row.revisions,
    inputSchema: row.input_schema === null ? null : { ...row.input_schema },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
