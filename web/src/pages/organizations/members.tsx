import type { Member, Role } from 'souk-contract'
import { useNavigate } from '../../ui/link.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Pick } from '../../ui/filters.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Pages, Problem } from '../../ui/states.tsx'

export const roles = {
  owner: 'Owner',
  admin: 'Admin',
  finance: 'Finance',
  member: 'Member',
} satisfies Record<Role, string>
export const touches = ['organizations', 'users'] as const

export function Members({ id, manages }: { id: string; manages: boolean }) {
  const pages = usePages(api.organizations.listMembers, { id }, { everyMs: 5000 })
  return (
    <Pages pages={pages} empty={null}>
      {(members) => (
        <Stack gap={3}>
          {members.map((member) => (
            <OneMember key={member.user.id} id={id} member={member} manages={manages} />
          ))}
        </Stack>
      )}
    </Pages>
  )
}

const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

function OneMember({ id, member, manages }: { id: string; member: Member; manages: boolean }) {
  const session = useSession()
  const change = useWrite(api.organizations.updateMember, { touches })
  const me = session.state === 'person' && session.user.id === member.user.id
  return (
    <Stack gap={2}>
      <Row spread>
        <strong>
          {member.user.displayName} {me ? '(you)' : ''}
        </strong>
        <Row>
          {manages ? (
            <Pick
              label="Role"
              value={member.role}
              options={Object.entries(roles)}
              onPick={(role) =>
                isRole(role) ? change.mutate({ id, userId: member.user.id, role }) : undefined
              }
            />
          ) : (
            <Badge>{roles[member.role]}</Badge>
          )}
          {manages || me ? <Part id={id} member={member} me={me} /> : null}
        </Row>
      </Row>
      {change.error === null ? null : <Problem error={change.error} />}
    </Stack>
  )
}

/** Leaving, and being made to leave. */
function Part({ id, member: { user }, me }: { id: string; member: Member; me: boolean }) {
  const navigate = useNavigate()
  const remove = useWrite(api.organizations.removeMember, {
    touches,
    onDone: () => (me ? void navigate('/organizations') : undefined),
  })
  return (
    <Confirm
      label={me ? 'Leave' : 'Remove'}
      look="quiet"
      title={me ? 'Leave this organization?' : `Remove ${user.displayName}?`}
      confirm={me ? 'Leave' : 'Remove'}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ id, userId: user.id })}
    >
      <p>
        {me ? 'You' : 'They'} can no longer act as the agents of this organization, and{' '}
        {me ? 'your' : 'their'} own agents leave it.
      </p>
    </Confirm>
  )
}
