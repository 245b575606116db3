import { Type, type Static, type TProperties } from '@sinclair/typebox'
import { reviewState } from '../access/review.shape.js'
import { anyId, says, typed } from '../lib/described.js'
import { enumeration, nullable, uuid } from '../lib/schema.js'
import { claimAgreement } from './claims/claim-alignment.shape.js'

/** The least and greatest number of personas of a comparison. */
export const fewestPersonas = 2
export const mostPersonas = 20
/** The maximum number of boxes that the compared tracks have on the compared frames. */
export const mostBoxes = 2e8
/** The maximum number of annotations that are compared: 100 MB. */
export const mostAnnotations = 200_000

const highest = 2 ** 31 - 1

/** The optional parameters of a comparison of any number of videos. */
export const comparedHow = {
  minIou: Type.Optional(
    says(
      'The tube IoU from which two tracks can be matched: above 0, at most 1; 0.5 when absent.',
      Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    ),
  ),
  step: Type.Optional(
    says(
      'Compare only the frames whose number it divides; 1 when absent.',
      Type.Integer({ minimum: 1, maximum: highest }),
    ),
  ),
  seed: Type.Optional(
    says(
      'Seed of the random numbers behind the intervals, 0 to 4,294,967,295; 1 when absent.',
      Type.Number({ minimum: 0, maximum: 2 ** 32 - 1, multipleOf: 1 }),
    ),
  ),
} satisfies TProperties

const optional = {
  minIou: comparedHow.minIou,
  step: comparedHow.step,
  from: Type.Optional(
    says('First frame to compare, counted from 0; 0 when absent.', Type.Integer({ minimum: 0, maximum: highest })),
  ),
  to: Type.Optional(
    says(
      'Last frame to compare; the last of the file when absent, or the last with a box if that is later.',
      Type.Integer({ minimum: 0, maximum: highest }),
    ),
  ),
  seed: comparedHow.seed,
} satisfies TProperties

/** The parameters in REST that say what is compared. */
export const comparedQuery = {
  personaIds: says(
    'IDs of 2 to 20 personas, separated by commas; one that is named twice counts once.',
    Type.Array(uuid, { minItems: 1, maxItems: 1000 }),
  ),
  reviewState: Type.Optional(
    says(
      'Compare only what is in one of these review states, separated by commas; open,accepted when absent.',
      Type.Array(reviewState, { minItems: 1, maxItems: 100 }),
    ),
  ),
} satisfies TProperties

/** The parameters of a comparison in REST. */
export const agreementQuery = Type.Object({ ...comparedQuery, ...optional })
export type AgreementQuery = Static<typeof agreementQuery>

/** The review states in GraphQL and in bodies. */
export const comparedStates = says(
  'Compare only what is in one of these review states; open and accepted when absent.',
  Type.Array(reviewState),
)

/** The parameters of a comparison in GraphQL. */
export const agreementArguments = Type.Object({
  personaIds: says('IDs of 2 to 20 different personas.', Type.Array(uuid)),
  ...optional,
  reviewStates: Type.Optional(comparedStates),
})
export type AgreementArguments = Static<typeof agreementArguments>

const count = (sentence: string) => says(sentence, Type.Integer())
const figure = (sentence: string) => says(sentence, nullable(Type.Number()))
const personaIds = says('IDs of the two personas.', Type.Array(uuid))
const typeId = anyId(Type.String())

export const trackPair = typed(
  'TrackAgreement',
  'How far two personas agree in their tracks. Figures run from 0 to 1; null without a basis.',
  Type.Object({
    personas: personaIds,
    first: count('Number of tracks of the first persona.'),
    second: count('Number of tracks of the second persona.'),
    matched: count('Number of pairs of tracks that were matched.'),
    f1: figure('Positive specific agreement: 2 matched / (first + second).'),
    tubeIou: figure('Mean tube IoU of the matched pairs.'),
    temporalIou: figure('Mean temporal IoU of the matched pairs.'),
    hota: figure('HOTA: detection and association together, the mean over 19 thresholds.'),
    detA: figure('Detection accuracy of HOTA.'),
    assA: figure('Association accuracy of HOTA.'),
    locA: figure('Localization accuracy of HOTA.'),
    idf1: figure('IDF1: the share of boxes that the best assignment of whole tracks has in common.'),
  }),
)

const confusion = typed(
  'LabelConfusion',
  'Which labels two personas gave to the same units.',
  Type.Object({
    personas: personaIds,
    counts: says(
      'Number of units by the two labels, most first.',
      Type.Array(
        typed(
          'LabelPair',
          'Two labels that two personas gave to the same units.',
          Type.Object({
            first: says('ID of the type or object of the first persona.', typeId),
            second: says('ID of the type or object of the second persona.', typeId),
            units: count('Number of units.'),
          }),
        ),
      ),
    ),
  }),
)

const labels = typed(
  'LabelAgreement',
  'How far personas agree in the labels of units. Figures without a basis are null.',
  Type.Object({
    alpha: figure("Krippendorff's alpha for nominal data: 1 for full agreement, 0 for what chance would give."),
    ac1: figure("Gwet's AC1, which stays high where nearly all units have one label."),
    observed: figure('Mean share of pairs of personas that agree on a unit.'),
    interval: says(
      'The 2.5 and 97.5 % quantiles of alpha in 1,000 resamples of the units; null where alpha is.',
      nullable(Type.Array(Type.Number())),
    ),
    lenient: figure('Alpha where a broader and a narrower type count as the same.'),
    units: count('Number of units.'),
    confusion: says('Which labels each pair of personas gave to the same units.', Type.Array(confusion)),
  }),
)

const typeRule = enumeration('TypeRule', 'Why types of different personas are the same.', ['exact', 'kbId', 'name'])

const typeNamed = {
  personaId: says('ID of the persona.', uuid),
  typeId: says('ID of the type within its ontology.', typeId),
}

export const trackGroups = typed(
  'TrackGroups',
  'Numbers of groups of tracks that show the same.',
  Type.Object({
    units: count('Number of groups with tracks of at least two personas, the units of the labels.'),
    alone: count('Number of tracks in no unit.'),
  }),
)

export const unmappedTypes = says(
  'Types of compared tracks that are the same as no type of another compared persona.',
  Type.Array(
    typed(
      'UnmappedType',
      'A type that is the same as no type of another compared persona.',
      Type.Object({ ...typeNamed, name: says('Name of the type.', Type.String()) }),
    ),
  ),
)

export const typeConflicts = says(
  'Types that a rule would make the same although two of them belong to one persona.',
  Type.Array(
    typed(
      'TypeConflict',
      'Types that a rule would make the same although two of them belong to one persona.',
      Type.Object({
        rule: says('The rule: exact correspondences, the same ID in a knowledge base, or the same name.', typeRule),
        types: says('The types.', Type.Array(typed('TypeOfPersona', 'A type of a persona.', Type.Object(typeNamed)))),
      }),
    ),
  ),
)

export const leftOutOfAgreement = typed(
  'AgreementLeftOut',
  'Numbers of annotations of the personas that were not compared.',
  Type.Object({
    otherStates: count('Annotations in other review states.'),
    withoutBoxes: count('Annotations without a visible box on a compared frame.'),
  }),
)

export const videoAgreement = typed(
  'VideoAgreement',
  'How far personas agree about a video, in boxes, time and labels.',
  Type.Object({
    videoId: says('ID of the video.', anyId(Type.String())),
    personaIds: says('IDs of the personas, in the order of the request.', Type.Array(uuid)),
    frames: says(
      'The frames that were compared.',
      typed(
        'AgreementFrames',
        'Frames of a video that are compared.',
        Type.Object({
          from: count('First frame, counted from 0.'),
          to: says('Last frame; null if the file has not been read and there is no box.', nullable(Type.Integer())),
          step: count('Only frames that it divides are compared.'),
          count: count('Number of compared frames.'),
        }),
      ),
    ),
    minIou: says('The tube IoU from which two tracks can be matched.', Type.Number()),
    pairs: says('The agreement of each pair of personas in their tracks.', Type.Array(trackPair)),
    groups: says('The groups of tracks that show the same.', trackGroups),
    types: says('Agreement in the types of units.', labels),
    object: says('Agreement in the world objects of units.', labels),
    mixed: count('Number of units whose tracks have types as well as objects, which count in neither.'),
    time: says(
      'Agreement in when the types are visible, for each class of types that at least two personas have.',
      Type.Array(
        typed(
          'TimeAgreement',
          'How far personas agree in when a type is visible.',
          Type.Object({
            typeIds: says('IDs of the types, of all personas.', Type.Array(typeId)),
            name: says('Name of the type of the first persona that has it.', Type.String()),
            alpha: figure("Krippendorff's alpha over all compared frames; null if all values are equal."),
            temporalIou: figure('Mean temporal IoU of the pairs of personas of which at least one has a box.'),
          }),
        ),
      ),
    ),
    unmapped: unmappedTypes,
    conflicts: typeConflicts,
    leftOut: says('What was not compared, and why.', leftOutOfAgreement),
    position: says(
      'Position in the log of changes at which the figures stand: the changes after it are not in them.',
      Type.String(),
    ),
  }),
)
export type VideoAgreement = Static<typeof videoAgreement>

/** The report in REST, which always has the claims. */
export const wholeAgreement = Type.Object({
  ...videoAgreement.properties,
  claims: says('Agreement in the claims of summaries of the video.', claimAgreement),
})
export type WholeAgreement = Static<typeof wholeAgreement>
