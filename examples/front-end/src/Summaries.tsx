import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { ClaimTree } from './ClaimTree'
import { graphql } from './gql'
import { JobWatch } from './JobWatch'

const summariesQuery = graphql(`
  query Summaries($videoId: ID!) {
    video(id: $videoId) {
      id
      summaries {
        id
        updatedAt
        claimCount
        summary {
          type
          content
        }
        persona {
          id
          name
        }
      }
    }
    personas(first: 50) {
      nodes {
        id
        name
      }
    }
  }
`)

const requestSummaryMutation = graphql(`
  mutation RequestSummary($input: RequestSummaryInput!) {
    requestSummary(input: $input) {
      job {
        id
      }
    }
  }
`)

const extractClaimsMutation = graphql(`
  mutation ExtractClaims($input: ExtractClaimsInput!) {
    extractClaims(input: $input) {
      job {
        id
      }
    }
  }
`)

/** What each persona has to say of the video; a new summary or its claims are jobs that are watched until they end. */
export function Summaries({ videoId }: { videoId: string }) {
  const [{ data, error }, reload] = useQuery({ query: summariesQuery, variables: { videoId } })
  const [requested, requestSummary] = useMutation(requestSummaryMutation)
  const [extracted, extractClaims] = useMutation(extractClaimsMutation)
  const [jobId, setJobId] = useState<string>()
  const [round, setRound] = useState(0)
  const fault = error ?? requested.error ?? extracted.error

  function ended() {
    setRound((now) => now + 1)
    reload({ requestPolicy: 'network-only' })
  }

  async function summarize(form: FormData) {
    const answer = await requestSummary({
      input: { videoId, personaId: String(form.get('persona')), enableAudio: false },
    })
    setJobId(answer.data?.requestSummary.job.id)
  }

  async function extract(summaryId: string) {
    const answer = await extractClaims({ input: { summaryId, strategy: 'HIERARCHICAL', minConfidence: 0 } })
    setJobId(answer.data?.extractClaims.job.id)
  }

  return (
    <section aria-label="Summaries">
      <form className="row" action={summarize}>
        <select name="persona" aria-label="Persona" required>
          {data?.personas.nodes.map((persona) => (
            <option key={persona.id} value={persona.id}>
              {persona.name}
            </option>
          ))}
        </select>
        <button>Summarize</button>
        {jobId && <JobWatch key={jobId} jobId={jobId} onEnd={ended} />}
      </form>
      {fault && <p role="alert">{fault.graphQLErrors[0]?.message ?? fault.message}</p>}
      {data?.video?.summaries.map((summary) => (
        <article key={summary.id}>
          <h2>{summary.persona?.name ?? 'A persona not yours to read'}</h2>
          <p>{summary.summary.map((item) => item.content).join('')}</p>
          <div className="row">
            <strong>{summary.claimCount} claims</strong>
            <button onClick={() => extract(summary.id)}>Extract claims</button>
          </div>
          {summary.claimCount > 0 && <ClaimTree key={round} summaryId={summary.id} />}
        </article>
      ))}
    </section>
  )
}
