-- GraphQL documents that front ends registered at build time; a client then sends the hash alone. Never changed, only added.
create table persisted_documents (
  hash text primary key constraint persisted_documents_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$'),
  body text not null constraint persisted_documents_body_fits check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  created_at timestamptz(3) not null default now()
);
