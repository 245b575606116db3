-- Files are read again, because their pictures are now listed by decoding them, in pixels as displayed: before, packets
-- were counted, and pixels were taken for square. What is known of a file stays in use until it has been read again.
alter table videos
  -- By which rules the pictures of the file were listed; null for the rules before.
  add column picture_rules int2,
  -- Whether players exchange left and right.
  add column mirrored boolean,
  -- Size in which the same file was known before its pictures were listed anew, such as 768x576, and until when.
  add column size_before text,
  add column size_changed_at timestamptz(3);
