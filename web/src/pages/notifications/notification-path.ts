/** Path of the page that an event is about. Both parties can open a task below their own handle. */
export function notificationPath(
  kind: string,
  data: Readonly<Record<string, unknown>>,
  handle: string,
): string {
  const id = (name: string) => {
    const value = data[name]
    return typeof value === 'string' ? value : ''
  }
  const paths: Readonly<Record<string, string>> = {
    task: `/tasks/${handle}/${id('taskId')}`,
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
  return paths[kind.split('.')[0] ?? ''] ?? '/feed'
}
