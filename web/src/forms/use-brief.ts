import { acceptsMediaType, type Agent } from 'souk-contract'
import { useMessageDraft } from '../files/use-message-draft.ts'
import { partsOf, type AttachedFile } from '../files/use-uploads.ts'
import { say } from '../messages/en/packages.ts'

/** Brief for an agent, as text and files, kept on this device until it is sent. */
export function useBrief(agent: Agent) {
  const draft = useMessageDraft(`hire ${agent.id}`)
  const refused = draft.uploads.files.find((file) => !accepts(agent, file))
  return {
    ...draft,
    /** Why the brief cannot be sent. */
    problem:
      draft.uploads.problem ??
      (refused === undefined
        ? undefined
        : say('fileNotAccepted', {
            name: agent.displayName,
            filename: refused.filename,
            types: agent.inputModes.map(typeName).join(', '),
          })),
    /** The brief as parts of a message. */
    parts: [...(draft.text.trim() === '' ? [] : [{ text: draft.text }]), ...partsOf(draft.uploads.files)],
  }
}

export type Brief = ReturnType<typeof useBrief>

/** People open files of any type; software states what it reads. */
function accepts({ kind, inputModes }: Agent, { mediaType }: AttachedFile): boolean {
  return kind === 'person' || kind === 'team' || acceptsMediaType(inputModes, mediaType)
}

/** `text/csv` is CSV, and `image/*` is images. */
function typeName(mode: string): string {
  const [kind = '', subtype = ''] = mode.split('/')
  if (mode === 'text/plain') return say('plainText')
  return subtype === '*' ? kind : subtype.toUpperCase()
}
