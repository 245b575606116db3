import { Type, type Static } from '@sinclair/typebox'
import { kindOf } from '../../kind-words.js'
import { answeredAs, says, typed } from '../../lib/described.js'
import { enumeration, nullable, uuid } from '../../lib/schema.js'
import { agreementArguments, agreementQuery } from '../agreement.shape.js'
import { trackKinds } from '../figures/disagreements.js'

/** The kinds of disagreements between claims: two that say the opposite, and one that only one persona makes. */
export const claimKinds = ['opposed', 'claim'] as const
export const disagreementKinds = [...trackKinds, ...claimKinds] as const
export type DisagreementKind = (typeof disagreementKinds)[number]

export const disagreementKind = enumeration(
  'DisagreementKind',
  'In what personas disagree: a track that some do not have, its type, its world object, its place or its time; claims ' +
    'that say the opposite, or a claim that only one persona makes.',
  disagreementKinds,
)

const disagreementState = enumeration(
  'DisagreementState',
  'Whether a disagreement is settled. OPEN: it is not, or what it is about was changed since. SETTLED: a decision that ' +
    'the caller may read settles it.',
  ['open', 'settled'],
)

const filter = {
  kinds: Type.Optional(says('Only disagreements of these kinds; all when absent.', Type.Array(disagreementKind))),
  personaId: Type.Optional(says('Only disagreements that concern the persona with this ID.', uuid)),
  state: Type.Optional(says('Only disagreements in this state; all when absent.', disagreementState)),
  intoPersonaId: Type.Optional(
    says(
      'Only decisions for the persona with this ID settle a disagreement; decisions for any persona when absent.',
      uuid,
    ),
  ),
}

/** The parameters of the list in REST. */
export const disagreementsQuery = Type.Object({ ...agreementQuery.properties, ...filter })
export type DisagreementsQuery = Static<typeof disagreementsQuery>

/** The parameters of the list in GraphQL. */
export const disagreementsArguments = Type.Object({ ...agreementArguments.properties, ...filter })
export type DisagreementsArguments = Static<typeof disagreementsArguments>

const share = (sentence: string) => says(sentence, Type.Number())

const settling = typed(
  'DisagreementDecision',
  'How a disagreement is settled.',
  Type.Object({
    id: says('ID of the decision.', uuid),
    personaId: says('ID of the persona for which it is settled.', uuid),
    adoptedId: says('ID of the thing that is adopted; null if all are kept.', nullable(uuid)),
    copyId: says('ID of the copy of the adopted thing under the persona; null if all are kept.', nullable(uuid)),
    note: says('Why it is settled so; null without a note.', nullable(Type.String())),
    createdBy: answeredAs('creatorId', says('ID of the user who decided; null when unknown.', nullable(uuid))),
    createdAt: says('When it was decided.', Type.String({ format: 'date-time' })),
  }),
)

export const disagreement = typed(
  'Disagreement',
  'A place where personas disagree, and how much it weighs.',
  Type.Object({
    kind: says('In what they disagree.', disagreementKind),
    weight: share('The product of `extent` and `severity`, 0 to 1, by which the list is sorted.'),
    extent: share(
      'Frames of the longest of the tracks, or of the evidence of a claim, as a share of the compared frames; 0.01 for a ' +
        'claim without evidence.',
    ),
    severity: share(
      'How far they disagree, 0 to 1: 1 for a track that others do not have and for opposed claims, 1 minus the share of ' +
        'the most frequent label, 1 minus the tube or temporal IoU, or the confidence of a claim (0.5 without).',
    ),
    things: says(
      'What they disagree about, the oldest first.',
      Type.Array(
        typed(
          'DisagreementThing',
          'An annotation or a claim of a persona about which personas disagree.',
          Type.Object({
            kind: says('What it is.', kindOf(['annotation', 'claim'])),
            id: says('Its ID.', uuid),
            personaId: says('ID of its persona.', uuid),
            summaryId: says('ID of the summary of a claim; null for an annotation.', nullable(uuid)),
            version: says('Its version, which `settleDisagreement` needs.', Type.Integer()),
            text: says('Name of the type or ID of the object of an annotation; the text of a claim.', Type.String()),
          }),
        ),
      ),
    ),
    missing: says('IDs of the personas that have no such track, or do not make the claim.', Type.Array(uuid)),
    first: says('First frame, counted from 0; null without frames.', nullable(Type.Integer())),
    last: says('Last frame; null without frames.', nullable(Type.Integer())),
    state: says('Whether it is settled.', disagreementState),
    decision: says('The newest decision that settles it; null while it is open.', nullable(settling)),
  }),
)
export type Disagreement = Static<typeof disagreement>
/** A disagreement without how it is settled. */
export type Unsettled = Omit<Disagreement, 'state' | 'decision'>
