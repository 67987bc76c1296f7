import type { Message, Part, Task } from 'souk-contract'

/** A question about delivered work. The review is paused until the answer. */
export interface Question {
  readonly taskId: string
  /** The latest message of the client. */
  readonly message: Message
  /** Text of that message. */
  readonly text: string
  readonly task: Task
}

/** Returns the answer, as text or parts; nothing leaves the question to a person. */
export type QuestionHandler = (
  question: Question,
) => string | readonly Part[] | void | Promise<string | readonly Part[] | void>
