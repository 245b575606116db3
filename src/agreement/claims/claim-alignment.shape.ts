import { Type, type Static } from '@sinclair/typebox'
import { says, typed } from '../../lib/described.js'
import { enumeration, nullable, uuid } from '../../lib/schema.js'

const count = (sentence: string) => says(sentence, Type.Integer({ minimum: 0 }))

const counts = {
  personas: says('IDs of the two personas: the first and the second.', Type.Array(uuid)),
  first: count('Number of claims of the first persona.'),
  second: count('Number of claims of the second persona.'),
  same: count('Number of pairs of claims that say the same.'),
  opposed: count('Number of pairs of claims that say the opposite.'),
  onlyFirst: count('Number of claims of the first persona that the second one neither makes nor opposes.'),
  onlySecond: count('Number of claims of the second persona that the first one neither makes nor opposes.'),
  f1: says(
    'Share of the claims of both that are the same: 2 same / (first + second); null without claims.',
    nullable(Type.Number({ minimum: 0, maximum: 1 })),
  ),
}

const supported = typed(
  'ClaimSupport',
  'How many claims of a persona another persona makes too.',
  Type.Object({
    personaId: says('ID of the persona.', uuid),
    claims: count('Number of its claims.'),
    supported: count('Number of its claims that at least one of the other personas makes too.'),
  }),
)

const about = {
  model: says(
    'Name of the model that compared the claims; null when their words were compared.',
    nullable(Type.String()),
  ),
  threshold: says('The least similarity, 0 to 1, of claims that say the same.', Type.Number()),
  comparedBy: says(
    'What compared the claims: a model of sentences or, without one, their words.',
    enumeration('ClaimsComparedBy', 'What compares claims: a model of sentences, or their words.', [
      'sentence-model',
      'words',
    ]),
  ),
  supported: says('How many claims of each persona others make too.', Type.Array(supported)),
}

/** The claims part of the report of agreement. */
export const claimAgreement = typed(
  'ClaimAgreement',
  'How far the claims of several personas about a video say the same.',
  Type.Object({
    ...about,
    pairs: says(
      'Each pair of personas.',
      Type.Array(typed('ClaimAgreementPair', 'How far the claims of two personas say the same.', Type.Object(counts))),
    ),
  }),
)

const claimId = (of: string) => says(`ID of the claim of the ${of} persona.`, uuid)
const lone = typed(
  'LoneClaim',
  'A claim of a persona that another one neither makes nor opposes.',
  Type.Object({
    id: says('ID of the claim.', uuid),
    confidence: says('Confidence in the claim, 0 to 1; null when unknown.', nullable(Type.Number())),
  }),
)
const lists = {
  sameClaims: says(
    'The claims that say the same, in pairs; each claim is in at most one.',
    Type.Array(
      typed(
        'SameClaims',
        'Claims of two personas that say the same.',
        Type.Object({
          first: claimId('first'),
          second: claimId('second'),
          similarity: says('How close they are in meaning: the threshold to 1.', Type.Number()),
        }),
      ),
    ),
  ),
  opposedClaims: says(
    'The claims that say the opposite, in pairs.',
    Type.Array(
      typed(
        'OpposedClaims',
        'Claims of two personas that say the opposite.',
        Type.Object({
          first: claimId('first'),
          second: claimId('second'),
          reason: says(
            'Why: a relation between them, or that they differ by a negation or a number alone.',
            enumeration('OpposedBecause', 'Why claims say the opposite.', ['relation', 'negation', 'number']),
          ),
          suggested: says('False for a relation between them; true for a suggestion by their words.', Type.Boolean()),
        }),
      ),
    ),
  ),
  onlyFirstClaims: says('The claims of the first persona alone, oldest first.', Type.Array(lone)),
  onlySecondClaims: says('The claims of the second persona alone, oldest first.', Type.Array(lone)),
}

/** The same with the claims themselves. */
export const claimAlignment = Type.Object({
  ...about,
  pairs: says('Each pair of personas.', Type.Array(Type.Object({ ...counts, ...lists }))),
})
export type ClaimAlignment = Static<typeof claimAlignment>
