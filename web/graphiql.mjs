// The page that browsers see at /graphql, bundled by bin/build.mjs: everything comes from this server.
import 'graphiql/style.css'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const assets = new URL('.', document.currentScript.src)
const workers = { json: 'json.worker.js', graphql: 'graphql.worker.js' }

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(new URL(workers[label] ?? 'editor.worker.js', assets)),
}

const examples = [
  {
    query: `# Sign in first: the answer sets the session cookie, and the tabs beside this one read as you.
mutation SignIn($input: LoginInput!) {
  login(input: $input) {
    account {
      username
      isAdmin
    }
  }
}`,
    variables: JSON.stringify({ input: { username: 'admin', password: '' } }, null, 2),
  },
  {
    query: `# Claims nest as deep as you ask, up to 15 levels; the whole tree is read by one statement.
query NestedClaims {
  videos(first: 5) {
    nodes {
      filename
      summaries {
        persona { name }
        claims {
          text
          confidence
          gloss { type content }
          subclaims {
            text
            subclaims { text }
          }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
  },
  {
    query: `# Personas with the types they define.
query Personas {
  personas(first: 10) {
    totalCount
    nodes {
      id
      name
      role
      ontology {
        types { key kind name }
      }
    }
  }
}`,
  },
  {
    query: `# The things of the world, with their references resolved.
query World {
  world {
    entities { key name typeAssignments { typeName } }
    events { key name location { name } startTime { key } }
  }
}`,
  },
  {
    query: `# Anything by its id, whatever it is.
query Anything($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Claim { text }
    ... on WorldObject { key name }
  }
}`,
    variables: JSON.stringify({ id: '' }, null, 2),
  },
]

const url = new URL('../../graphql', assets)
const fetcher = createGraphiQLFetcher({ url: url.href })
createRoot(document.getElementById('graphiql')).render(
  createElement(GraphiQL, { fetcher, defaultTabs: examples, shouldPersistHeaders: false }),
)
