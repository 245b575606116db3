-- The ids of the videos in which a time can be seen, by which its page finds it among the times of all worlds. IDs of
-- videos have 255 characters at most.
create function videos_of_time(body json) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array(
    select distinct item ->> 'videoId'
      from json_array_elements(
        case json_typeof(body -> 'videoReferences') when 'array' then body -> 'videoReferences' else '[]' end) item
     where json_typeof(item) = 'object' and length(item ->> 'videoId') <= 255);
end $$;
