import { useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from './gql'

const claimTreeQuery = graphql(`
  query ClaimTree($summaryId: ID!, $first: Int!, $after: String, $depth: Int) {
    summary(id: $summaryId) {
      id
      claimTree(first: $first, after: $after, depth: $depth) {
        edges {
          depth
          childCount
          node {
            id
            text
            confidence
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** The tree comes flat and in order, so it is one list with indents, whatever its depth. */
export function ClaimTree({ summaryId }: { summaryId: string }) {
  const [depth, setDepth] = useState(0)
  const [cursors, setCursors] = useState<(string | null)[]>([null])
  function levels(value: number) {
    setDepth(value)
    setCursors([null])
  }
  return (
    <>
      <label className="row">
        Levels
        <select value={depth} onChange={(event) => levels(Number(event.target.value))}>
          <option value={0}>all</option>
          {[1, 2, 3, 4].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </label>
      <ul className="claims">
        {cursors.map((after, index) => (
          <Page
            key={after}
            {...{ summaryId, after, depth }}
            onMore={index === cursors.length - 1 ? (cursor) => setCursors([...cursors, cursor]) : undefined}
          />
        ))}
      </ul>
    </>
  )
}

interface PageProps {
  summaryId: string
  after: string | null
  /** 0 for all levels. */
  depth: number
  onMore?: (cursor: string | null) => void
}

function Page({ summaryId, after, depth, onMore }: PageProps) {
  const variables = { summaryId, first: 20, after, depth: depth || null }
  const [{ data, error }] = useQuery({ query: claimTreeQuery, variables, requestPolicy: 'cache-and-network' })
  if (error) return <li role="alert">{error.message}</li>
  const tree = data?.summary?.claimTree
  return (
    <>
      {tree?.edges.map(({ node, depth: level, childCount }) => (
        <li key={node.id} data-depth={level} style={{ marginLeft: `${level * 1.4}rem` }}>
          {node.text}
          {node.confidence != null && <small>{Math.round(node.confidence * 100)} %</small>}
          {childCount > 0 && <small>{childCount} below</small>}
        </li>
      ))}
      {onMore && tree?.pageInfo.hasNextPage && (
        <li>
          <button onClick={() => onMore(tree.pageInfo.endCursor ?? null)}>More</button>
        </li>
      )}
    </>
  )
}
