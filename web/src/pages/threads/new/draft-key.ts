/** Key of the unsent message of a conversation. */
export const draftKeyOf = (threadId: string): string => `thread ${threadId}`
