-- Which transactions had ended when a webhook was made: their changes are not reported, although the end of the log may
-- lie before them. `first_tx` is the first transaction that had not begun, `running_tx` are earlier ones that ran.
alter table webhooks add column first_tx bigint not null default 0, add column running_tx bigint[] not null default '{}';
select log_changes('webhooks', '''webhook''', owner => 'it.created_by', project => 'it.project_id',
  secrets => '{encrypted_secret,encryption_key_id,previous_secret,previous_key_id}',
  derived => '{tx,seq,first_tx,running_tx,failures,failing_since,retry_at,leased_by,leased_until,previous_until,updated_at}');
-- The trigger that leaves a row as it is where nothing changed knows the new columns.
select keep_resaved_rows('webhooks', columns_but('webhooks'));
