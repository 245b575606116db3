import { Type, type Static } from '@sinclair/typebox'
import { anyId, says, typed } from '../../lib/described.js'
import { enumeration, nullable, uuid } from '../../lib/schema.js'
import { agreementArguments, agreementQuery } from '../agreement.shape.js'
import { trackKinds } from '../figures/disagreements.js'

export const disagreementKinds = trackKinds
export type DisagreementKind = (typeof disagreementKinds)[number]

export const disagreementKind = enumeration(
  'DisagreementKind',
  'In what personas disagree: a track that some do not have, its type, its world object, its place or its time.',
  disagreementKinds,
)

const about = says('Only disagreements that concern the persona with this ID.', uuid)

export const disagreementsQuery = Type.Object({
  ...agreementQuery.properties,
  kinds: Type.Optional(
    says(
      `Only disagreements of these kinds, separated by commas: ${disagreementKinds.join(', ')}; all when absent.`,
      Type.String({ maxLength: 200 }),
    ),
  ),
  personaId: Type.Optional(about),
})
export type DisagreementsQuery = Static<typeof disagreementsQuery>

export const disagreementFilter = Type.Object({
  kinds: Type.Optional(says('Only disagreements of these kinds; all when absent.', Type.Array(disagreementKind))),
  personaId: Type.Optional(about),
})
export const disagreementsArguments = Type.Object({
  ...agreementArguments.properties,
  ...disagreementFilter.properties,
})
export type DisagreementsArguments = Static<typeof disagreementsArguments>

const share = (sentence: string) => says(sentence, Type.Number())

export const disagreement = typed(
  'Disagreement',
  'A place where personas disagree, and how much it weighs.',
  Type.Object({
    kind: says('In what they disagree.', disagreementKind),
    weight: share('The product of `extent` and `severity`, 0 to 1, by which the list is sorted.'),
    extent: share('Frames of the longest of the tracks, as a share of the compared frames.'),
    severity: share(
      'How far they disagree, 0 to 1: 1 for a track that others do not have, 1 minus the share of the most frequent ' +
        'label, or 1 minus the tube or temporal IoU.',
    ),
    things: says(
      'What they disagree about, the oldest first.',
      Type.Array(
        typed(
          'DisagreementThing',
          'An annotation of a persona about which personas disagree.',
          Type.Object({
            id: says('ID of the annotation.', uuid),
            personaId: says('ID of its persona.', uuid),
            label: says('Name of its type; the ID of its object.', anyId(Type.String())),
          }),
        ),
      ),
    ),
    missing: says('IDs of the personas that have no such track.', Type.Array(uuid)),
    first: says('First frame, counted from 0; null without frames.', nullable(Type.Integer())),
    last: says('Last frame; null without frames.', nullable(Type.Integer())),
  }),
)
export type Disagreement = Static<typeof disagreement>
