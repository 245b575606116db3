-- Whether messages also hold the lines of what has changed, for those who ask for it. Webhooks are logged by the columns
-- that they had when log_changes last ran for them.
alter table webhooks add column with_content boolean not null default false;
select log_changes('webhooks', '''webhook''', owner => 'it.created_by', project => 'it.project_id',
  secrets => '{encrypted_secret,encryption_key_id,previous_secret,previous_key_id}',
  derived => '{tx,seq,failures,failing_since,retry_at,leased_by,leased_until,previous_until,updated_at}');
