/** Members that people of agents and of organizations share. */
export function viewPersonWithRole(row: { id: string; display_name: string; email: string; role: string }) {
  return { id: row.id, displayName: row.display_name, email: row.email, role: row.role }
}

export function viewDeletion(row: {
  id: string
  display_name: string
  email: string
  deletion_due_at: Date
}) {
  const { id: userId, display_name: displayName, email, deletion_due_at: dueAt } = row
  return { userId, displayName, email, deletesAt: dueAt.toISOString() }
}
