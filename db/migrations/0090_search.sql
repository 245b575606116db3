-- Full text and fuzzy search over claims, summaries and ontology types. Indexes over an expression: no column that every read would carry.
create extension if not exists pg_trgm;

-- What is searched: the words, then the text of a document (a string or rich text; the ids it refers to are left out) unless that
-- says the same. Cut at 100,000 characters: a tsvector must stay below 1 MB, whatever the words.
create function searched_text(words text, document json) returns text language plpgsql immutable parallel safe as $$
declare
  prose text := '';
begin
  if json_typeof(document) = 'array' then
    select coalesce(string_agg(item ->> 'content', '' order by n), '') into prose
      from json_array_elements(document) with ordinality as g(item, n)
     where json_typeof(item) = 'object' and item ->> 'type' = 'text';
  elsif json_typeof(document) = 'string' then
    prose := document #>> '{}';
  end if;
  return left(concat_ws(' ', words, case when prose <> coalesce(words, '') then prose end), 100000);
end $$;

create index claims_words on claims using gin (to_tsvector('simple', searched_text(text, gloss)));
create index video_summaries_words on video_summaries using gin (to_tsvector('simple', searched_text(null, summary)));
create index ontology_types_words on ontology_types
  using gin (to_tsvector('simple', searched_text(name || ' ' || coalesce(body ->> 'definition', ''), body -> 'gloss')));

-- Trigrams for words that are misspelt or stand in another form. The longer list of pending entries halves what they cost a bulk insert.
create index claims_trigrams on claims using gin (left(text, 10000) gin_trgm_ops) with (gin_pending_list_limit = 16384);
create index video_summaries_trigrams on video_summaries using gin (left(searched_text(null, summary), 10000) gin_trgm_ops);
create index ontology_types_trigrams on ontology_types using gin (left(name, 10000) gin_trgm_ops);
