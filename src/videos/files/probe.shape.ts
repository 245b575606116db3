import { Type } from '@sinclair/typebox'
import { named } from '../../http/answers.js'
import { says, typed } from '../../lib/described.js'
import { enumeration, nullable } from '../../lib/schema.js'

const unreadable = 'null if the file is not a readable video.'
const whole = Type.Integer()

/** Returns a sentence followed by the meaning of null. */
const orNull = (sentence: string, ending = `; ${unreadable}`) => `${sentence}${ending}`
const asSentence = ` N${unreadable.slice(1)}`

const fraction = typed(
  'Fraction',
  'An exact ratio of two integers.',
  Type.Object({
    numerator: says('Numerator of the ratio.', whole),
    denominator: says('Denominator of the ratio.', whole),
  }),
)

const displayed = 'of the video as displayed (square pixels, after rotation), in pixels: boxes are in these pixels.'

/** The data that the model service has read from the file of a video. */
export const videoProbe = named(
  'VideoProbe',
  typed(
    'VideoProbe',
    'What was read from the file of a video, as opposed to its metadata.',
    Type.Object({
      probedAt: says('When the file was read.', Type.String({ format: 'date-time' })),
      fault: nullable(
        says(
          'Why the file is not a readable video; all fields but `probedAt` are null then. Null for a readable video.',
          Type.String(),
        ),
      ),
      sha256: nullable(says('SHA-256 of the file, in hexadecimal; null if it is not a readable video.', Type.String())),
      codec: nullable(says(orNull('Video codec, such as h264 or vp9'), Type.String())),
      rotation: nullable(
        says(
          orNull('Angle in degrees, clockwise, by which players rotate the picture: 0, 90, 180 or 270.', asSentence),
          whole,
        ),
      ),
      mirrored: nullable(
        says(
          'Whether players exchange left and right after the rotation, as some telephones ask; null if the file is ' +
            'not a readable video, or was read before this was told.',
          Type.Boolean(),
        ),
      ),
      width: nullable(says(orNull(`Width ${displayed}`, asSentence), whole)),
      height: nullable(says(orNull(`Height ${displayed}`, asSentence), whole)),
      duration: nullable(says(orNull('When the last frame ends, in seconds of `currentTime`'), Type.Number())),
      frameCount: nullable(says(orNull('Number of frames that players show'), whole)),
      frameRate: nullable(
        says(orNull('Frames per second, exactly; the mean if the rate varies.', asSentence), fraction),
      ),
      timeBase: nullable(says(orNull('Length of one tick, the unit of the times in the file, in seconds'), fraction)),
      isVariableRate: nullable(
        says(
          orNull('Whether the frame rate varies, so that the times of frames do not follow from `frameRate`'),
          Type.Boolean(),
        ),
      ),
    }),
  ),
)

export const frameMoment = enumeration(
  'FrameMoment',
  'Moment within the time that a frame is shown. START is when it begins; MIDDLE is the time to seek to, at which ' +
    'every player draws this frame.',
  ['start', 'middle'],
)

export const frameTime = named(
  'FrameTime',
  Type.Object({
    frame: says('Number of the frame, counted from 0.', whole),
    start: says('When the frame begins, in seconds.', Type.Number()),
    end: says('When the frame ends, in seconds.', Type.Number()),
    time: says('The time to seek to, at which every player draws this frame, in seconds.', Type.Number()),
  }),
)

/** Selects a frame by its number, or by a time in seconds at which it is shown. */
export const frameQuery = Type.Object({
  frame: Type.Optional(
    says('Number of the frame, counted from 0.', Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  ),
  time: Type.Optional(
    says('A time in seconds, in place of a number: the frame that is shown then.', Type.Number({ minimum: 0 })),
  ),
})

/** The maximum number of frame times in one answer. */
export const mostTimes = 10_000

export const frameTimesQuery = Type.Object({
  from: Type.Integer({ minimum: 0 }),
  count: Type.Integer({ minimum: 1, maximum: mostTimes }),
})
