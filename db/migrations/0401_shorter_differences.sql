-- A shorter piece of a changed text in the log. An edit that moves one box of eight left 141 bytes in `before`, now 89.
-- Found by halving, on bytes, because these are compared at once and need no counting, and down to 8 bytes in place of
-- 64: the three further steps take 0.7 microseconds.
create or replace function text_before(name text, old text, new text, is_json boolean) returns text
language plpgsql immutable parallel safe as $$
declare
  a bytea;
  b bytea;
  of_a integer;
  of_b integer;
  head integer := 0;
  tail integer := 0;
  high integer;
  mid integer;
begin
  if old is null or new is null or octet_length(old) <= 256 then
    return to_json(name)::text || ':' || coalesce(case when is_json then old else to_json(old)::text end, 'null');
  end if;
  a := convert_to(old, 'UTF8');
  b := convert_to(new, 'UTF8');
  of_a := length(a);
  of_b := length(b);
  high := least(of_a, of_b);
  while high - head > 8 loop
    mid := (head + high) / 2;
    if substr(a, head + 1, mid - head) = substr(b, head + 1, mid - head) then head := mid; else high := mid; end if;
  end loop;
  -- No character is cut: its further bytes begin with the bits 10.
  while head > 0 and head < of_a and get_byte(a, head) & 192 = 128 loop head := head - 1; end loop;
  high := least(of_a, of_b) - head;
  while high - tail > 8 loop
    mid := (tail + high) / 2;
    if substr(a, of_a - mid + 1, mid - tail) = substr(b, of_b - mid + 1, mid - tail) then tail := mid; else high := mid; end if;
  end loop;
  while tail > 0 and get_byte(a, of_a - tail) & 192 = 128 loop tail := tail - 1; end loop;
  return to_json(name || '~')::text || ':[' || head || ',' || tail || ','
    || to_json(convert_from(substr(a, head + 1, of_a - tail - head), 'UTF8'))::text || ']';
end $$;
