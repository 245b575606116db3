/* eslint-disable */
import * as types from './graphql.js';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "fragment ClaimFields on Claim {\n  id\n  text\n  confidence\n  summaryType\n  createdAt\n  gloss {\n    type\n    content\n  }\n}\n\nquery NestedClaims($summaryId: ID!) {\n  summary(id: $summaryId) {\n    id\n    claimCount\n    persona {\n      id\n      name\n    }\n    claims {\n      ...ClaimFields\n      subclaims {\n        ...ClaimFields\n        subclaims {\n          ...ClaimFields\n        }\n      }\n    }\n  }\n}": typeof types.ClaimFieldsFragmentDoc,
    "query Personas($first: Int!, $after: String) {\n  personas(first: $first, after: $after) {\n    totalCount\n    nodes {\n      id\n      name\n      ontology {\n        id\n        types(kind: ENTITY) {\n          id\n          key\n          name\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nmutation CreatePersona($input: CreatePersonaInput!) {\n  createPersona(input: $input) {\n    persona {\n      id\n      name\n      version\n    }\n  }\n}": typeof types.PersonasDocument,
    "query Viewer {\n  viewer {\n    userId\n    username\n    isAdmin\n  }\n}": typeof types.ViewerDocument,
};
const documents: Documents = {
    "fragment ClaimFields on Claim {\n  id\n  text\n  confidence\n  summaryType\n  createdAt\n  gloss {\n    type\n    content\n  }\n}\n\nquery NestedClaims($summaryId: ID!) {\n  summary(id: $summaryId) {\n    id\n    claimCount\n    persona {\n      id\n      name\n    }\n    claims {\n      ...ClaimFields\n      subclaims {\n        ...ClaimFields\n        subclaims {\n          ...ClaimFields\n        }\n      }\n    }\n  }\n}": types.ClaimFieldsFragmentDoc,
    "query Personas($first: Int!, $after: String) {\n  personas(first: $first, after: $after) {\n    totalCount\n    nodes {\n      id\n      name\n      ontology {\n        id\n        types(kind: ENTITY) {\n          id\n          key\n          name\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nmutation CreatePersona($input: CreatePersonaInput!) {\n  createPersona(input: $input) {\n    persona {\n      id\n      name\n      version\n    }\n  }\n}": types.PersonasDocument,
    "query Viewer {\n  viewer {\n    userId\n    username\n    isAdmin\n  }\n}": types.ViewerDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ClaimFields on Claim {\n  id\n  text\n  confidence\n  summaryType\n  createdAt\n  gloss {\n    type\n    content\n  }\n}\n\nquery NestedClaims($summaryId: ID!) {\n  summary(id: $summaryId) {\n    id\n    claimCount\n    persona {\n      id\n      name\n    }\n    claims {\n      ...ClaimFields\n      subclaims {\n        ...ClaimFields\n        subclaims {\n          ...ClaimFields\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.js').ClaimFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Personas($first: Int!, $after: String) {\n  personas(first: $first, after: $after) {\n    totalCount\n    nodes {\n      id\n      name\n      ontology {\n        id\n        types(kind: ENTITY) {\n          id\n          key\n          name\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nmutation CreatePersona($input: CreatePersonaInput!) {\n  createPersona(input: $input) {\n    persona {\n      id\n      name\n      version\n    }\n  }\n}"): typeof import('./graphql.js').PersonasDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Viewer {\n  viewer {\n    userId\n    username\n    isAdmin\n  }\n}"): typeof import('./graphql.js').ViewerDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
