-- in steps
-- The long answers among those kept for requests with an Idempotency-Key, whose bytes are counted for each user.
create index concurrently if not exists idempotency_keys_long on idempotency_keys (user_id, created_at)
  where octet_length(body) > 4096;
