-- How many invitations a person sent within a day is counted with each new one.
create index invitations_sent on invitations (invited_by, created_at);
