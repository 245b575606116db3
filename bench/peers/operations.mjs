// The operations that `npm run bench -- peers` compares: the query of each side, and how its answer is reduced to data
// that both have.

const plain = `text confidence modelUsed extractionStrategy claimerType comment version createdAt updatedAt`
const ourClaim = `id ${plain} parentClaimId summaryType gloss { type content refType refPersonaId }`
const theirClaim = `rowId ${plain} parentClaimId summaryType gloss`
const orderedTheirs = 'orderBy: [CREATED_AT_ASC, ROW_ID_ASC]'

const nested = (fields, below, levels) =>
  levels === 0 ? fields : `${fields} ${below} { ${nested(fields, below, levels - 1)} }`
const theirNested = (levels) =>
  levels === 0
    ? theirClaim
    : `${theirClaim} claimsByParentClaimIdAndSummaryId(${orderedTheirs}) { nodes { ${theirNested(levels - 1)} } }`

const at = (time) => new Date(time).getTime()
const claimsOf = (claims = []) =>
  claims.map((claim) => ({
    id: claim.rowId ?? claim.id,
    text: claim.text,
    parent: claim.parentClaimId,
    gloss: claim.gloss.map(({ content }) => content),
    at: at(claim.createdAt),
    below: claimsOf(claim.claimsByParentClaimIdAndSummaryId?.nodes ?? claim.subclaims ?? []),
  }))

/** Returns the operations for the data of bench/read-data.mjs. */
export const operationsOf = ({ userId, summaryId, videoId }) => [
  {
    what: '500 claims in four levels with rich text',
    ours: {
      query: `query ($id: ID!) { summary(id: $id) { claims { ${nested(ourClaim, 'subclaims', 3)} } } }`,
      variables: { id: summaryId },
      pick: ({ summary }) => claimsOf(summary.claims),
    },
    theirs: {
      query: `query ($id: UUID!) { videoSummaryByRowId(rowId: $id) {
        claimsBySummaryId(condition: { parentClaimId: null }, ${orderedTheirs}) { nodes { ${theirNested(3)} } } } }`,
      variables: { id: summaryId },
      pick: ({ videoSummaryByRowId: one }) => claimsOf(one.claimsBySummaryId.nodes),
    },
  },
  {
    what: 'page of 20 summaries with claims and authors',
    ours: {
      query: `{ summaries(first: 20) { nodes { id videoId comment createdAt creator { id username displayName }
        claims { id text confidence createdAt creator { id username displayName } } } } }`,
      pick: ({ summaries }) =>
        summaries.nodes.map(({ id, creator, claims }) => [id, creator.username, claims.map((claim) => claim.id)]),
    },
    theirs: {
      query: `{ allVideoSummaries(first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { rowId videoId comment createdAt
        userByCreatedBy { rowId username displayName }
        claimsBySummaryId(condition: { parentClaimId: null }, ${orderedTheirs}) { nodes { rowId text confidence createdAt
          userByCreatedBy { rowId username displayName } } } } } }`,
      pick: ({ allVideoSummaries }) =>
        allVideoSummaries.nodes.map((one) => [
          one.rowId,
          one.userByCreatedBy.username,
          one.claimsBySummaryId.nodes.map((claim) => claim.rowId),
        ]),
    },
  },
  {
    what: 'page of 100 annotations with frames and persona',
    ours: {
      query: `query ($id: ID!) { annotations(filter: { videoId: $id }, first: 100, orderBy: { field: CREATED_AT, direction: ASC }) {
        nodes { id type label confidence source createdAt persona { id name role }
          frames { interpolationMode boxes { frameNumber x y width height isKeyframe visible } } } } }`,
      variables: { id: videoId },
      pick: ({ annotations }) => annotations.nodes.map((one) => [one.id, one.persona.name, one.frames.boxes]),
    },
    theirs: {
      query: `query ($id: String!) { allAnnotations(condition: { videoId: $id }, first: 100, ${orderedTheirs}) {
        nodes { rowId type label confidence source createdAt personaByPersonaId { rowId name role } frames } } }`,
      variables: { id: videoId },
      pick: ({ allAnnotations }) =>
        allAnnotations.nodes.map((one) => [one.rowId, one.personaByPersonaId.name, one.frames.boxes]),
    },
  },
  {
    what: '22 personas with 30 types each',
    ours: {
      query: `{ personas(first: 22, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { id name role ontology { id types { key kind name } } } } }`,
      pick: ({ personas }) =>
        personas.nodes.map(({ id, ontology }) => [id, ontology.types.map(({ key, name }) => [key, name])]),
    },
    theirs: {
      query: `query ($id: UUID!) { allPersonas(first: 22, condition: { userId: $id }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
        nodes { rowId name role ontologyByPersonaId { rowId
          ontologyTypesByPersonaId(orderBy: [KIND_ASC, POSITION_ASC]) { nodes { typeId kind name } } } } } }`,
      variables: { id: userId },
      pick: ({ allPersonas }) =>
        allPersonas.nodes.map(({ rowId, ontologyByPersonaId: { ontologyTypesByPersonaId } }) => [
          rowId,
          ontologyTypesByPersonaId.nodes.map(({ typeId, name }) => [typeId, name]),
        ]),
    },
  },
  {
    what: 'create a claim, 12 fields answered',
    ours: {
      query: `mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id ${plain} parentClaimId summaryType } } }`,
      variables: {
        input: { summaryId, text: 'a new claim', confidence: 0.5, gloss: [{ type: 'TEXT', content: 'a new claim' }] },
      },
      pick: ({ createClaim: { claim } }) => [claim.text, claim.confidence, claim.version],
    },
    theirs: {
      query: `mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { rowId ${plain} parentClaimId summaryType } } }`,
      variables: {
        input: {
          claim: {
            summaryId,
            createdBy: userId,
            text: 'a new claim',
            confidence: 0.5,
            gloss: [{ type: 'text', content: 'a new claim' }],
          },
        },
      },
      pick: ({ createClaim: { claim } }) => [claim.text, claim.confidence, claim.version],
    },
  },
]
