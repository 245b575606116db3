-- From which number of a transaction on the log of changes has every change. Parts that are dropped raise it, and so does
-- switching the log on again: readers whose position is before it would miss something and are refused.
create function change_start() returns bigint language sql immutable parallel safe as 'select 0::bigint';
