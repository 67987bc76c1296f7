-- Deleted accounts left their addresses in invitations that they had answered, and the files of their profiles.
update invitations i set email_key = null, user_id = u.id
from audit_entries a join users u on u.id = a.user_id and u.deleted_at is not null
where a.target = i.id and a.action in ('invitation.accepted', 'invitation.declined') and i.email_key is not null;

-- A worker deletes expired files with their bytes.
update files f set expires_at = now()
from agents a join users u on u.id = a.owner_id and u.deleted_at is not null
where f.agent_id = a.id and f.state <> 'uploading' and f.expires_at is null
  and not exists (select from file_uses where file_id = f.id)
  and not exists (select from thread_file_uses where file_id = f.id)
  and not exists (select from attachments where file_id = f.id)
  and not exists (select from dispute_evidence where file_id = f.id)
  and not exists (select from portfolio_items where file_id = f.id)
  and not exists (select from agents where avatar_file_id = f.id)
  and not exists (select from agents where banner_file_id = f.id);
