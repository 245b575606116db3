-- What the spellings of one user name share (src/lib/user-name.ts). Null for a name that is spelled like an older one:
-- it is found exactly as it is written.
alter table users add column spelling text;
