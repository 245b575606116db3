import { Type } from '@sinclair/typebox'
import { named } from '../http/answers.js'
import { says } from '../lib/described.js'
import { uuid } from '../lib/schema.js'

const text = Type.String()
const whole = Type.Integer({ minimum: 1 })
const size = {
  width: Type.Optional(says('Width in pixels; absent if unknown.', Type.Integer())),
  height: Type.Optional(says('Height in pixels; absent if unknown.', Type.Integer())),
}
/** A file in the format COCO, with the members of TAO for videos. */
export const cocoFile = named(
  'CocoFile',
  Type.Object(
    {
      info: says(
        'What the file is.',
        Type.Object({ description: says('A sentence.', text), version: says('Always 1.0.', text) }),
      ),
      licenses: says('Always empty.', Type.Array(Type.Unsafe<unknown>({}))),
      videos: says(
        'The videos with tracks.',
        Type.Array(
          Type.Object({
            id: says('Number of the video.', whole),
            name: says('Name of its file.', text),
            ...size,
            video: says('ID of the video on the server.', text),
          }),
        ),
      ),
      categories: says(
        'The names of types and objects.',
        Type.Array(
          Type.Object({
            id: says('Number of the category.', whole),
            name: says('The name.', text),
            supercategory: says('Whether it is the name of a `type` or of an `object`.', text),
          }),
        ),
      ),
      tracks: says(
        'One for each annotation of the server.',
        Type.Array(
          Type.Object({
            id: says('Number of the track in the file.', whole),
            category_id: says('Number of its category.', whole),
            video_id: says('Number of its video.', whole),
            number: says('Number of the track in its video, as on the server.', whole),
            annotation: says('ID of the annotation on the server.', uuid),
          }),
        ),
      ),
      annotations: says(
        'The boxes, one for each track and frame.',
        Type.Array(
          Type.Object({
            id: says('Number of the box.', whole),
            image_id: says('Number of its image.', whole),
            category_id: says('Number of its category.', whole),
            video_id: says('Number of its video.', whole),
            track_id: says('Number of its track.', whole),
            bbox: says('Left, top, width and height in pixels of the picture as displayed.', Type.Array(Type.Number())),
            area: says('Width times height.', Type.Number()),
            iscrowd: says('Always 0.', Type.Integer()),
          }),
        ),
      ),
      images: says(
        'The frames between the first and the last box on their video.',
        Type.Array(
          Type.Object({
            id: says('Number of the image.', whole),
            video_id: says('Number of its video.', whole),
            ...size,
            frame_index: says('Number of the frame, counted from 0.', Type.Integer()),
            file_name: says('Name for the picture of the frame.', text),
            timestamp: Type.Optional(
              says('When the frame begins, in seconds; absent if the file has not been read.', Type.Number()),
            ),
          }),
        ),
      ),
    },
    { description: 'A file in the format COCO, with the members of TAO for videos.' },
  ),
)
