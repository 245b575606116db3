import { useRef, useState, type ReactNode } from 'react'
import type { InfiniteData } from '@tanstack/react-query'
import {
  AgreementDocument,
  DeleteAgreementDecisionDocument,
  DisagreementsDocument,
  SettleDisagreementDocument,
  type DisagreementsQuery,
} from '../generated/graphql.js'
import { keyOf, useAct } from '../lib/graph.js'
import { showError, wordsOf } from '../lib/notices.js'
import { queryClient, readAgain } from '../lib/query-client.js'
import { MakePersona } from '../personas/MakePersona.js'
import { NoteDialog } from '../reviews/NoteDialog.js'
import { texts } from '../texts.js'
import { keyOfDisagreement, type Decision, type Disagreement, type DisagreementThing } from './disagreement.js'
import type { DisagreementList } from './use-disagreements.js'

const words = texts.disagreements

/** What settles disagreements and opens them again. */
export interface Settling {
  /** The name of the persona that disagreements are settled into; undefined while none is chosen. */
  into: string | undefined
  adopt: (one: Disagreement, thing: DisagreementThing | undefined) => void
  /** Asks for a note, with which all are kept. */
  keep: (one: Disagreement) => void
  reopen: (one: Disagreement) => void
  /** Opens again what was settled last; undefined if nothing was. */
  undo: (() => void) | undefined
  /** Asks for the persona to settle into. */
  makePersona: () => void
  isBusy: boolean
  /** What was done last. */
  said: string
  dialog: ReactNode
}

interface Wanted {
  video: { id: string; filename: string }
  list: DisagreementList
  into: { id: string; name: string } | undefined
  /** The project of a persona that is made. */
  projectId: string | undefined
  onInto: (personaId: string) => void
  /** Returns what a thing is called, with its persona. */
  nameOf: (thing: DisagreementThing) => string
  /** Called when the content of the persona that is settled into may have changed. */
  onChange: () => void
}

/** What is done once a persona to settle into is there. */
type Then = (personaId: string) => void

/** Settles disagreements into a persona; asks for one first if none is chosen. */
export function useSettling({ video, list, into, projectId, onInto, nameOf, onChange }: Wanted): Settling {
  const [said, say] = useState('')
  const [done, setDone] = useState<readonly Settled[]>([])
  const [keeping, setKeeping] = useState<{ one: Disagreement; personaId: string }>()
  const [making, setMaking] = useState<Then>()
  const ended = () => {
    void readListsAgain()
    onChange()
  }
  const acts = useDecisions(ended)
  const settle = (one: Disagreement, personaId: string, how: { adoptId: string } | { note: string }) => {
    const { kind, things } = one
    const seen = things.map(({ id, version }) => ({ id, version }))
    const input = { videoId: video.id, kind, things: seen, personaId, ...how }
    acts.settle.mutate(
      { input },
      {
        onSuccess({ settleDisagreement: { decision } }) {
          setKeeping(undefined)
          mark(one, decision)
          setDone((before) => [...before, { one, decision }])
          const adopted = things.find(({ id }) => id === decision.adoptedId)
          say(adopted ? words.adopted(nameOf(adopted)) : words.kept(words.kinds[kind]))
          list.goOn(one)
        },
      },
    )
  }
  const withPersona = (then: Then) => (into ? then(into.id) : setMaking(() => then))
  const reopen = (one: Disagreement, { id }: Decision) =>
    acts.remove.mutate(
      { input: { id } },
      {
        onSuccess() {
          setDone((before) => before.filter(({ decision }) => decision.id !== id))
          say(words.reopened(words.kinds[one.kind]))
          list.choose(one)
        },
      },
    )
  const last = done.at(-1)
  const { isBusy } = acts
  return {
    ...{ said, isBusy, into: into?.name },
    adopt(one, thing) {
      if (thing && !isBusy) withPersona((personaId) => settle(one, personaId, { adoptId: thing.id }))
    },
    keep(one) {
      if (!isBusy) withPersona((personaId) => setKeeping({ one, personaId }))
    },
    reopen: (one) => one.decision && !isBusy && reopen(one, one.decision),
    undo: last && (() => !isBusy && reopen(last.one, last.decision)),
    makePersona: () => setMaking(() => () => undefined),
    dialog: (
      <>
        {making && (
          <NewPersona
            {...{ projectId }}
            filename={video.filename}
            onMade={(personaId) => {
              setMaking(undefined)
              onInto(personaId)
              making(personaId)
            }}
            onClose={() => setMaking(undefined)}
          />
        )}
        {keeping && (
          <Note
            count={keeping.one.things.length}
            busy={isBusy}
            onClose={() => setKeeping(undefined)}
            onSend={(note) => settle(keeping.one, keeping.personaId, { note })}
          />
        )}
      </>
    ),
  }
}

interface NewPersonaProps extends Pick<Wanted, 'projectId'> {
  filename: string
  onMade: (personaId: string) => void
  onClose: () => void
}

/** Makes a persona to settle into, with fields that are filled in. */
function NewPersona({ projectId, filename, ...acts }: NewPersonaProps) {
  const initial = { ...words.newPersona, name: words.newPersonaName(filename) }
  return <MakePersona {...(projectId !== undefined && { projectId })} {...{ initial, ...acts }} />
}

interface NoteProps {
  /** The number of things that are kept. */
  count: number
  busy: boolean
  onClose: () => void
  onSend: (note: string) => void
}

/** Asks why all are kept. */
function Note({ count, ...acts }: NoteProps) {
  const act = { says: words.keepNow, colour: 'teal' }
  return <NoteDialog title={words.keep(count)} help={words.noteHelp} act={act} isNeeded {...acts} />
}

interface Settled {
  one: Disagreement
  decision: Decision
}

/** The mutations; after each, also one that was refused, `onEnd` is called. */
function useDecisions(onEnd: () => void) {
  const ended = useRef(onEnd)
  ended.current = onEnd
  const options = {
    onSuccess: () => ended.current(),
    // What they are about may have been changed, so that they are read again.
    onError(error: Error) {
      showError(new Error(wordsOf(error, { PRECONDITION_FAILED: words.changed })))
      ended.current()
    },
  }
  const settle = useAct(SettleDisagreementDocument, options)
  const remove = useAct(DeleteAgreementDecisionDocument, options)
  return { settle, remove, isBusy: settle.isPending || remove.isPending }
}

/** Reads the list again, and the figures, which count the tracks that were copied into a compared persona. */
async function readListsAgain(): Promise<void> {
  // A list that is loading for the first time, as after a persona was made, may not have the decision.
  await queryClient.cancelQueries({ queryKey: keyOf(DisagreementsDocument) })
  readAgain(DisagreementsDocument, AgreementDocument)
}

/** Marks a disagreement as settled in all lists that were read, until they are read again. */
function mark(settled: Disagreement, decision: Decision): void {
  const key = keyOfDisagreement(settled)
  queryClient.setQueriesData<InfiniteData<DisagreementsQuery>>({ queryKey: keyOf(DisagreementsDocument) }, (all) => {
    if (!all) return all
    const pages = all.pages.map(({ video, ...page }) => {
      const nodes = video?.disagreements.nodes.map((one) =>
        keyOfDisagreement(one) === key ? { ...one, state: 'SETTLED' as const, decision } : one,
      )
      return { ...page, video: video && { ...video, disagreements: { ...video.disagreements, nodes: nodes ?? [] } } }
    })
    return { ...all, pages }
  })
}
