/** Where an event happened, as an address of this app; a task stands below the own agent as well. */
export function placeOf(kind: string, data: Readonly<Record<string, unknown>>, me: string): string {
  const id = (name: string) => {
    const value = data[name]
    return typeof value === 'string' ? value : ''
  }
  const places: Readonly<Record<string, string>> = {
    task: `/tasks/${me}/${id('taskId')}`,
    listing: `/listings/${id('listingId')}`,
    thread: `/threads/${id('threadId')}`,
    connection: '/connections',
    post: `/posts/${id('postId')}`,
    approval: '/approvals',
    payments: '/money',
    payout: '/money',
    webhook: '/settings/webhook',
    authority: '/settings/people',
    key: '/settings/keys',
  }
  return places[kind.split('.')[0] ?? ''] ?? '/feed'
}
