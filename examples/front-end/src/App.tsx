import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { graphql } from './gql'
import { Player } from './Player'
import { SignIn } from './SignIn'
import { Summaries } from './Summaries'

const viewerQuery = graphql(`
  query Viewer {
    viewer {
      userId
      displayName
    }
  }
`)

const videosQuery = graphql(`
  query Videos($first: Int!) {
    videos(first: $first) {
      nodes {
        id
        filename
        duration
        resolution
        thumbnailUrl(size: SMALL)
      }
    }
  }
`)

const logoutMutation = graphql(`
  mutation Logout {
    logout {
      deletedIds
    }
  }
`)

export function App() {
  const [{ data, fetching }, reload] = useQuery({ query: viewerQuery })
  const [, logout] = useMutation(logoutMutation)
  const again = () => reload({ requestPolicy: 'network-only' })
  if (fetching && !data) return <p className="quiet">Loading</p>
  if (!data?.viewer) return <SignIn onDone={again} />
  return (
    <>
      <header>
        <h1>Parallax</h1>
        <span>{data.viewer.displayName}</span>
        <button onClick={() => logout({}).then(() => location.reload())}>Sign out</button>
      </header>
      <Desk />
    </>
  )
}

function Desk() {
  const [{ data, error }] = useQuery({ query: videosQuery, variables: { first: 50 } })
  const [chosen, choose] = useState<string>()
  if (error) return <p role="alert">{error.message}</p>
  const videos = data?.videos.nodes ?? []
  return (
    <div className="desk">
      <nav aria-label="Videos">
        {videos.map((video) => (
          <button key={video.id} aria-pressed={video.id === chosen} onClick={() => choose(video.id)}>
            <img src={video.thumbnailUrl} alt="" loading="lazy" />
            <strong>{video.filename}</strong>
            <small>
              {video.resolution} · {video.duration?.toFixed(1)} s
            </small>
          </button>
        ))}
        {data && videos.length === 0 && (
          <p className="quiet">No videos yet: put some into the videos folder and synchronise.</p>
        )}
      </nav>
      {chosen ? (
        <main key={chosen}>
          <Player videoId={chosen} />
          <Summaries videoId={chosen} />
        </main>
      ) : (
        <p className="quiet">Pick a video.</p>
      )}
    </div>
  )
}
