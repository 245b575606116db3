-- A statement that moves a track to another video may give it a number that was taken beforehand, so that an import does
-- not lock the counter of the video until it ends.
create or replace trigger annotations_moved before update of video_id on annotations for each row
  when (new.video_id <> old.video_id and new.number = old.number) execute function number_track();
