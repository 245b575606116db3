/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What the summary of a claim describes: a video or a collection. */
export type ClaimSummaryType =
  | 'COLLECTION'
  | 'VIDEO';

/** A persona to create. */
export type CreatePersonaInput = {
  /** Further details in free text; null or absent for none. */
  details?: string | null | undefined;
  /** Whether lists leave it out unless hidden personas are asked for. False by default. */
  hidden?: boolean | null | undefined;
  /** What the analyst wants to learn from the videos, not empty. */
  informationNeed: string;
  /** Whether a system generated it rather than a person; ignored unless an administrator sends it. False by default. */
  isSystemGenerated?: boolean | null | undefined;
  /** Name to display, not empty. */
  name: string;
  /** ID of the project to put it into; in no project if null or absent. */
  projectId?: string | number | null | undefined;
  /** Role of the analyst whose perspective it is, not empty. */
  role: string;
};

/** Kind of an item of rich text: plain text, or a reference. */
export type GlossItemType =
  | 'ANNOTATION_REF'
  | 'CLAIM_REF'
  | 'OBJECT_REF'
  | 'TEXT'
  | 'TYPE_REF';

export type ClaimFieldsFragment = { id: string, text: string, confidence: number | null, summaryType: ClaimSummaryType, createdAt: string, gloss: Array<{ type: GlossItemType, content: string }> };

export type NestedClaimsQueryVariables = Exact<{
  summaryId: string | number;
}>;


export type NestedClaimsQuery = { summary: { id: string, claimCount: number, persona: { id: string, name: string } | null, claims: Array<{ id: string, text: string, confidence: number | null, summaryType: ClaimSummaryType, createdAt: string, subclaims: Array<{ id: string, text: string, confidence: number | null, summaryType: ClaimSummaryType, createdAt: string, subclaims: Array<{ id: string, text: string, confidence: number | null, summaryType: ClaimSummaryType, createdAt: string, gloss: Array<{ type: GlossItemType, content: string }> }>, gloss: Array<{ type: GlossItemType, content: string }> }>, gloss: Array<{ type: GlossItemType, content: string }> }> } | null };

export type PersonasQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PersonasQuery = { personas: { totalCount: number, nodes: Array<{ id: string, name: string, ontology: { id: string, types: Array<{ id: string, key: string, name: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { createPersona: { persona: { id: string, name: string, version: number } } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { userId: string, username: string, isAdmin: boolean } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ClaimFieldsFragmentDoc = new TypedDocumentString(`
    fragment ClaimFields on Claim {
  id
  text
  confidence
  summaryType
  createdAt
  gloss {
    type
    content
  }
}
    `, {"fragmentName":"ClaimFields"}) as unknown as TypedDocumentString<ClaimFieldsFragment, unknown>;
export const NestedClaimsDocument = new TypedDocumentString(`
    query NestedClaims($summaryId: ID!) {
  summary(id: $summaryId) {
    id
    claimCount
    persona {
      id
      name
    }
    claims {
      ...ClaimFields
      subclaims {
        ...ClaimFields
        subclaims {
          ...ClaimFields
        }
      }
    }
  }
}
    fragment ClaimFields on Claim {
  id
  text
  confidence
  summaryType
  createdAt
  gloss {
    type
    content
  }
}`, {"hash":"sha256:3e8ba81ffa1279dc991b7c9aaa52c8d3312af2032f5cf9bef2c537d767b367ed"}) as unknown as TypedDocumentString<NestedClaimsQuery, NestedClaimsQueryVariables>;
export const PersonasDocument = new TypedDocumentString(`
    query Personas($first: Int!, $after: String) {
  personas(first: $first, after: $after) {
    totalCount
    nodes {
      id
      name
      ontology {
        id
        types(kind: ENTITY) {
          id
          key
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `, {"hash":"sha256:c0a026ccfc2b06f4f4f199e88a4911b61626695774e5fd3d3e99ec921c9c94f7"}) as unknown as TypedDocumentString<PersonasQuery, PersonasQueryVariables>;
export const CreatePersonaDocument = new TypedDocumentString(`
    mutation CreatePersona($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    persona {
      id
      name
      version
    }
  }
}
    `, {"hash":"sha256:5a36b1edee10e21d879f98991c5288e033d8b65921dcc2cd9123d05aa4092907"}) as unknown as TypedDocumentString<CreatePersonaMutation, CreatePersonaMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    userId
    username
    isAdmin
  }
}
    `, {"hash":"sha256:f3dbf6759cf986271dfad86bae1e19aa853d5d5fea02750c038220a7af38fac4"}) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;