import { Type, type Static } from '@sinclair/typebox'
import { reviewState } from '../../access/review.shape.js'
import { document, record, served, time, uuid, word } from '../../database/rows/record.js'
import { jobStatus } from '../../jobs/job.shape.js'
import { anyId, says, typed } from '../../lib/described.js'
import { nullable, uuid as uuidShape } from '../../lib/schema.js'
import {
  comparedHow,
  comparedStates,
  leftOutOfAgreement,
  trackGroups,
  trackPair,
  typeConflicts,
  unmappedTypes,
} from '../agreement.shape.js'

/** How many agreements of a project are kept for each user who measures them. */
export const mostKept = 20
/** The maximum number of labels of units that one agreement has: 80 MB. */
export const mostLabels = 10_000_000

const text = Type.String()
const count = (sentence: string) => says(sentence, Type.Integer())
const figure = (sentence: string) => says(sentence, nullable(Type.Number()))

/** The body that starts a measurement. */
export const measureSchema = Type.Object(
  {
    personaIds: says(
      'IDs of 2 to 20 personas; one that is named twice counts once.',
      Type.Array(uuidShape, { minItems: 1, maxItems: 1000 }),
    ),
    ...comparedHow,
    reviewStates: Type.Optional(comparedStates),
  },
  { additionalProperties: false },
)
export type MeasureInput = Static<typeof measureSchema>

const measuredArguments = typed(
  'ProjectAgreementArguments',
  'What is compared on the videos of a project.',
  Type.Object({
    personaIds: says('IDs of the personas, in the order of the request.', Type.Array(uuidShape)),
    minIou: says('The tube IoU from which two tracks can be matched.', Type.Number()),
    step: count('Only frames whose number it divides are compared.'),
    seed: says('Seed of the random numbers behind the intervals.', Type.Number()),
    reviewStates: says('Only what is in one of these review states is compared.', Type.Array(reviewState)),
  }),
)
export type MeasuredArguments = Static<typeof measuredArguments>

const labels = typed(
  'ProjectLabelAgreement',
  'How far personas agree in the labels of units of all videos. Figures without a basis are null.',
  Type.Object({
    alpha: figure("Krippendorff's alpha for nominal data: 1 for full agreement, 0 for what chance would give."),
    ac1: figure("Gwet's AC1, which stays high where nearly all units have one label."),
    observed: figure('Mean share of pairs of personas that agree on a unit.'),
    interval: says(
      'The 2.5 and 97.5 % quantiles of alpha in 1,000 resamples of the videos with units; null where alpha is.',
      nullable(Type.Array(Type.Number())),
    ),
    lenient: figure('Alpha where a broader and a narrower type count as the same.'),
    units: count('Number of units.'),
  }),
)

export const videoFigures = typed(
  'VideoFigures',
  'The main figures of one video of a project.',
  Type.Object({
    videoId: says('ID of the video.', anyId(text)),
    name: says('Name of its file.', text),
    tracks: count('Number of compared tracks of all personas.'),
    units: count('Number of groups with tracks of at least two personas.'),
    f1: figure('Mean F1 of the pairs of personas, weighted by their tracks.'),
    alpha: figure("Krippendorff's alpha of the types of units, as in the report of the video."),
  }),
)

/** The figures of all videos of a project that the user who asked for them could read. */
export const projectFigures = typed(
  'ProjectFigures',
  'How far personas agree on the videos of a project, in boxes and labels.',
  Type.Object({
    videos: count('Number of compared videos: those of the project that the user could read.'),
    pairs: says(
      'The agreement of each pair of personas: sums of the numbers of tracks, and means of the other figures over the ' +
        'videos where they are not null, weighted by the tracks of the pair there.',
      Type.Array(trackPair),
    ),
    groups: says('The groups of tracks that show the same, of all videos.', trackGroups),
    types: says('Agreement in the types of all units.', labels),
    object: says('Agreement in the world objects of all units.', labels),
    mixed: count('Number of units whose tracks have types as well as objects, which count in neither.'),
    unmapped: unmappedTypes,
    conflicts: typeConflicts,
    perVideo: says('The main figures of each video, in the order of their IDs.', Type.Array(videoFigures)),
    leftOut: says('What was not compared on these videos, and why.', leftOutOfAgreement),
  }),
)
export type ProjectFigures = Static<typeof projectFigures>
export type VideoFigures = Static<typeof videoFigures>

/** Agreements of personas over the videos of projects, as jobs measured them. */
export const projectAgreementRecord = record('projectAgreements', 'm', {
  id: uuid('ID of the agreement.', { ...served, required: true, shown: false }),
  projectId: uuid('ID of the project.', { ...served, required: true }),
  createdBy: uuid('ID of the user who started it.', { answeredAs: 'creatorId', ...served, required: true }),
  jobId: uuid({ ...served, nullable: true, printed: false }),
  arguments: document('What is compared.', { ...served, required: true, shape: measuredArguments }),
  position: word(
    'Position in the log of changes at which the figures stand: the changes before it are in them, and those after it ' +
      'may be missing. Null until it is measured.',
    { ...served, nullable: true },
  ),
  result: document('The figures; null until it is measured.', {
    ...served,
    nullable: true,
    shape: projectFigures,
    shown: false,
  }),
  createdAt: time('When it was started.', served),
  completedAt: time('When it was measured; null before.', { ...served, nullable: true }),
})

/** The members that come from the job. */
export const stateOfAgreement = {
  status: says('State of the job that measures it.', jobStatus),
  progress: says('Progress of the current attempt in percent, 0 to 100.', Type.Number()),
  error: says('Why it could not be measured; null unless the status is failed.', nullable(text)),
  jobId: says('ID of the job that measures it; null once the job is deleted.', nullable(text)),
}

export const ofProject = { projectId: says('ID of the project.', uuidShape) }
/** The id is not checked for its form: an unknown id gives 404 (G-05). */
export const oneAgreement = { agreementId: says('ID of the agreement.', anyId(text)) }
